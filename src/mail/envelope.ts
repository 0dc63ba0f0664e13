import type { Content } from '../content/content.ts';
import { interpolate } from '../content/placeholders.ts';
import type { MailName, mailPlaceholders } from '../content/schemas/emails.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import type { Mail } from './mail.ts';
import type { Submission } from '../forms/submission.ts';
import type { WorkshopVersion } from '../workshops/repository.ts';
import type { Message } from '../outbox/channel.ts';

/** What every mail is made from. */
export interface MailContext {
  content: Content;
  siteUrl: string;
  secret: string;
  organizerEmail: string | undefined;
  /** Which calendar entry stands for each workshop, by its slug. */
  versions: Map<string, WorkshopVersion>;
  now: () => Date;
}

/** A mail with whom it is for and what goes with it. */
export interface Envelope {
  to: string;
  replyTo?: string;
  mail: Mail;
  calendar?: { name: string; method: 'PUBLISH' | 'CANCEL'; text: string };
  /** RFC 2369 and RFC 8058: the address that one press in a mail program posts to. */
  unsubscribe?: string;
}

/** Makes one kind of mail. Throws NotNeeded, Undeliverable. */
export type Compose = (message: Message & { submission: Submission }, context: MailContext) => Envelope;

/** The words of a mail with its places filled in, and what every mail has. */
export function worded<Name extends MailName>(
  name: Name,
  places: Record<(typeof mailPlaceholders)[Name][number], string>,
  { content, siteUrl }: Pick<MailContext, 'content' | 'siteUrl'>,
): Mail {
  const words = content.emails[name];
  const fill = (text: string) => interpolate(text, places);
  return {
    // What was typed reaches a header by an editor's {firstName}: there it is one line, and turns nothing around (UAX 9).
    subject: fill(words.subject)
      .replaceAll(/[\p{Bidi_Control}]/gu, '')
      .replaceAll(/\s+/gu, ' '),
    preview: fill(words.preview),
    heading: fill(words.heading),
    text: words.text.map(fill),
    after: (words.after ?? []).map(fill),
    foot: fill(words.foot),
    name: content.site.name,
    siteUrl,
  };
}

/**
 * How a mail greets her. Anybody can type anybody's address and an address of the web for a first name, which mail programs would make a link of:
 * such a name is greeted as nobody in particular.
 */
export function greetingOf(firstName: string): string {
  const plain = firstName.replaceAll(/[\p{Cf}]/gu, '').trim();
  return /[:/@<>\\]|[.\u3002\uff0e\uff61]\p{L}{2}|^www\b/iu.test(plain) || [...plain].length > 40 ? 'there' : plain;
}

/** Her answers by name. */
export function answersOf({ fields }: Submission) {
  return {
    firstName: fields['inf_field_FirstName'] ?? '',
    lastName: fields['inf_field_LastName'] ?? '',
    email: fields['inf_field_Email'] ?? '',
    brand: fields['inf_field_Company'] ?? '',
    phone: fields['inf_field_Phone1'] ?? '',
    systemSize: fields['inf_custom_SystemSize'] ?? '',
  };
}

/** The workshop that a submission registers for. */
export function workshopOf({ formId }: Submission, { content }: MailContext): WorkshopContent | undefined {
  return content.workshops.find(({ form }) => form.id === formId);
}
