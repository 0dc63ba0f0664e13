import { formatDay } from '../content/format.ts';
import { formsOf } from '../forms/catalog.ts';
import type { Message } from '../outbox/channel.ts';
import { Undeliverable } from '../outbox/channel.ts';
import { answersOf, worded } from '../mail/envelope.ts';
import type { Compose, Envelope, MailContext } from '../mail/envelope.ts';

/** To the organizer: every answer of one sign-up. Answering it writes to the founder. */
export const organizerNote: Compose = ({ submission }, context) => {
  const { firstName, email } = answersOf(submission);
  const form = formsOf(context.content).find(({ id }) => id === submission.formId);
  const labels = new Map(form?.fields.map(({ wire, label, kind }) => [wire, { label, kind }]));
  const facts = Object.entries(submission.fields).map(([wire, value]) => {
    const field = labels.get(wire);
    return { label: field?.label ?? wire, value: field?.kind === 'checkbox' ? 'yes' : value };
  });
  return {
    to: organizer(context),
    replyTo: email,
    mail: { ...worded('organizerNote', { firstName, form: submission.formName }, context), facts },
  };
};

/** To the organizer: who signed up in a day. `payload` has the day and the founders in it. */
export function organizerDigest({ payload }: Message, context: MailContext): Envelope {
  const { date, founders } = payload as { date: string; founders: { name: string; brand: string; form: string }[] };
  const facts = founders.map(({ name, brand, form }) => ({ label: form, value: `${name}, ${brand}` }));
  return {
    to: organizer(context),
    mail: { ...worded('organizerDigest', { date: formatDay(date, { dateStyle: 'full' }) }, context), facts },
  };
}

/** To the organizer, once: a receiver takes nothing more from us. `payload` says why, and what would mend it. */
export function providerRefused({ payload }: Message, context: MailContext): Envelope {
  const mail = worded('providerRefused', {}, context);
  const { reason } = payload as { reason?: string };
  return { to: organizer(context), mail: { ...mail, text: reason ? [...mail.text, reason] : mail.text } };
}

function organizer({ organizerEmail }: MailContext): string {
  if (!organizerEmail) throw new Undeliverable('ORGANIZER_EMAIL is no longer set');
  return organizerEmail;
}
