import type { Content } from '../content/content.ts';
import { capitalize } from '../content/format.ts';
import type { MailName, MailPlaceholder } from '../content/schemas/emails.ts';
import { interpolate } from '../content/placeholders.ts';
import { Undeliverable, type Message } from '../outbox/channel.ts';
import type { MailKind } from '../outbox/kinds.ts';

/** What an email says. The layout decides what that looks like. */
export interface MailBody {
  subject: string;
  /** What an inbox shows beside the subject. */
  preview: string;
  heading: string;
  /** Paragraphs. A line break in one is one in the email. */
  text: string[];
  button?: Link;
  /**
   * What, when, where: a label each. A line break in a value is one in the email. A link is shown as its address in plain text, and as
   * `linkText` in HTML if there is one.
   */
  facts?: { label: string; value: string; href?: string; linkText?: string }[];
  /** The paragraphs between the facts and the button; none without a button. */
  withButton: string[];
  /** Other ways to do what the button does, in one line. */
  alternatives?: Link[];
  /** What the recipient may like to do next. */
  next?: Link;
  /** The paragraphs below the button. */
  after: string[];
  siteName: string;
  siteUrl: string;
  /** Why the recipient gets this email. */
  foot: string;
  /** Where the sender can be reached by letter (CAN-SPAM Act, 15 U.S.C. 7704(a)(5)). */
  postalAddress?: string;
  /** Ends emails of this kind. A POST to its address does the same (RFC 2369, RFC 8058). */
  unsubscribe?: Link;
}

export interface Link {
  text: string;
  href: string;
}

export interface Mail extends MailBody {
  to: string;
  replyTo?: string;
  calendar?: { name: string; method: 'PUBLISH' | 'CANCEL'; text: string };
  /** It is not sent to recipients who unsubscribed from reminders. */
  isReminder?: true;
}

interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Renders HTML and plain text, from React components that are built separately from the server. */
export type RenderMail = (body: MailBody) => Promise<RenderedMail>;

/** What every email is made from. */
export interface MailContext {
  content: Content;
  siteUrl: string;
  secret: string;
  organizerEmail: string | undefined;
  now: () => Date;
}

/** Builds the email of one kind of delivery when it is sent. Throws NotNeeded, TryLater, Undeliverable. */
export type MailBuilder = (message: Message, context: MailContext) => Mail | Promise<Mail>;

/** A builder for each kind of email, by the kind of its delivery. */
export type MailBuilders = Record<MailKind, MailBuilder>;

/** Returns the words of a file in content/emails with its placeholders replaced. `buttonHref` is where its button leads, if it has one. */
export function mailBody<Name extends MailName>(
  name: Name,
  placeholders: Record<MailPlaceholder<Name>, string>,
  { content, siteUrl }: Pick<MailContext, 'content' | 'siteUrl'>,
  buttonHref?: string,
): MailBody {
  const words = content.emails[name];
  const fillIn = (text: string) => interpolateWords(text, placeholders);
  const button = words.button && buttonHref && { text: words.button, href: buttonHref };
  return {
    subject: headerLine(fillIn(words.subject)),
    preview: fillIn(words.preview),
    heading: fillIn(words.heading),
    text: words.text.map(fillIn),
    withButton: button && words.withButton ? [fillIn(words.withButton)] : [],
    ...(button && { button }),
    after: (words.after ?? []).map(fillIn),
    foot: fillIn(words.foot),
    ...(content.site.postalAddress && { postalAddress: content.site.postalAddress }),
    siteName: content.site.name,
    siteUrl,
  };
}

/** Returns a subject as one line without bidirectional controls (UAX 9): {firstName} puts text that a visitor typed into a header. */
export const headerLine = (text: string): string => text.replaceAll(/[\p{Bidi_Control}]/gu, '').replaceAll(/\s+/gu, ' ');

/** Returns where emails to the organizer go. Throws Undeliverable. */
export function organizerAddress({ organizerEmail }: Pick<MailContext, 'organizerEmail'>): string {
  if (!organizerEmail) throw new Undeliverable('ORGANIZER_EMAIL is no longer set; set it and retry');
  return organizerEmail;
}

/** The first name of the invented founder in samples and tests of emails. */
export const sampleFirstName = 'Ottoline';

/** What an email calls a founder whose first name does not look like a name. */
const neutralName = 'founder';

/**
 * Returns the name that an email greets the recipient by. Anybody can type anybody's email address and a message as a first name, so that
 * only what looks like a name is used: letters, marks, spaces, apostrophes, hyphens and dots, at most 40 of them, and no web address, which
 * mail programs turn into a link. Everybody else is "founder".
 */
export function greetingName(firstName: string): string {
  const plain = firstName.replaceAll(/\p{Cf}/gu, '').trim();
  const looksLikeName = /^(?=.*\p{L})[\p{L}\p{M} '’.-]{1,40}$/u.test(plain) && !/\.\p{L}{2}|^www\b/iu.test(plain);
  return looksLikeName ? plain : neutralName;
}

/**
 * Returns the words of an email with their placeholders replaced. Words that begin with a placeholder begin with a capital. Where they
 * would begin with "founder" and a comma, they begin without both: "{firstName}, there’s a seat" becomes "There’s a seat".
 */
export function interpolateWords<Name extends string>(words: string, values: Readonly<Record<Name, string>>): string {
  const { firstName } = values as { firstName?: string };
  if (!words.startsWith('{')) return interpolate(words, values);
  const text = interpolate(firstName === neutralName ? words.replace(/^\{firstName\}, +/u, '') : words, values);
  return capitalize(text);
}
