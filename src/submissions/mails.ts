import { endings } from '../content/endings.ts';
import { formatDay, formatNumber } from '../content/format.ts';
import { formsOf } from '../forms/catalog.ts';
import { fullName } from '../forms/person.ts';
import { tokenFor } from '../link-tokens.ts';
import { mailBody } from '../mail/mail.ts';
import type { MailBuilder, MailContext } from '../mail/mail.ts';
import { NotNeeded, submissionOf, Undeliverable } from '../outbox/channel.ts';
import { paths } from '../paths.ts';
import type { Submissions } from './repository.ts';

/** To the founder, after a form without a proof of work: the link that confirms the email address. */
const confirmAddress: MailBuilder = (message, context) => {
  const submission = submissionOf(message);
  if (submission.state !== 'held') throw new NotNeeded('the email address is confirmed already');
  const form = formsOf(context.content).find(({ id }) => id === submission.formId)?.name ?? submission.formName;
  const href = context.siteUrl + paths.confirm(tokenFor(context.secret, 'confirm', submission.id));
  return { to: submission.person.email, ...mailBody('confirmAddress', { form }, context, href) };
};

/** To the organizer: every answer of one sign-up. A reply goes to the founder. */
const organizerNote: MailBuilder = (message, context) => {
  const submission = submissionOf(message);
  const { firstName, email } = submission.person;
  const form = formsOf(context.content).find(({ id }) => id === submission.formId);
  const facts = Object.entries(submission.fields).map(([wire, value]) => {
    const field = form?.fields.find((each) => each.wire === wire);
    return { label: field?.label ?? wire, value: field?.kind === 'checkbox' ? 'yes' : value };
  });
  return {
    to: organizerAddress(context),
    replyTo: email,
    ...mailBody('organizerNote', { firstName, form: submission.formName }, context),
    facts,
  };
};

/** What the job that enqueues the digest of a day stores with it. */
export interface DigestPayload extends Record<string, unknown> {
  /** An ISO date. */
  date: string;
  founders: { id: string; name: string; brand: string; form: string }[];
}

/** What is stored with the digest of an hour, whose sign-ups are looked up when it is sent: ISO 8601, UTC. */
interface HourPayload {
  since: string;
  until: string;
}

/** How many sign-ups one mail lists. */
const maxListed = 200;

/** To the organizer: the sign-ups of one day, or of an hour that had too many for a mail each. */
const organizerDigest =
  (submissions: Pick<Submissions, 'list'>): MailBuilder =>
  async ({ payload }, context) => {
    const hour = payload as unknown as HourPayload;
    const { date = hour.since.slice(0, 10), founders = await signUpsBetween(submissions, hour) } = payload as Partial<DigestPayload>;
    const more = founders.length - maxListed;
    const day = formatDay(date, { dateStyle: 'full' });
    const body = mailBody('organizerDigest', { date: day }, context);
    const text = founders.length > 0 ? body.text : [`Nobody signed up on ${day}.`];
    return {
      to: organizerAddress(context),
      ...body,
      text: [...text, ...endings(context.content, context.now())],
      facts: [
        ...founders.slice(0, maxListed).map(({ name, brand, form }) => ({ label: form, value: `${name}, ${brand}` })),
        ...(more > 0 ? [{ label: 'Not listed', value: `${formatNumber(more)} more` }] : []),
      ],
    };
  };

/** Returns the accepted sign-ups between two instants, as a digest lists them. */
export async function signUpsBetween(submissions: Pick<Submissions, 'list'>, { since, until }: HourPayload) {
  const founders = [];
  for await (const { id, person, formName } of submissions.list({ state: 'accepted', since, until }))
    founders.push({ id, name: fullName(person), brand: person.brand, form: formName });
  return founders;
}

/** To the organizer, once: a channel is closed. The payload has the reason, which says what to fix. */
const providerRefused: MailBuilder = ({ payload }, context) => {
  const body = mailBody('providerRefused', {}, context);
  const { reason } = payload as { reason?: string };
  return { to: organizerAddress(context), ...body, text: reason ? [...body.text, reason] : body.text };
};

function organizerAddress({ organizerEmail }: MailContext): string {
  if (!organizerEmail) throw new Undeliverable('ORGANIZER_EMAIL is not set any more; set it and retry');
  return organizerEmail;
}

/** The mails about submissions of any form, by the kind of their delivery. */
export const submissionMails = (submissions: Pick<Submissions, 'list'>) =>
  ({
    'confirm-address': confirmAddress,
    'organizer-note': organizerNote,
    'organizer-digest': organizerDigest(submissions),
    'provider-refused': providerRefused,
  }) satisfies Record<string, MailBuilder>;
