import type { Content } from '../../src/content/content.ts';
import { startOf } from '../../src/content/schedule.ts';
import type { RenderMail } from '../../src/mail/mail.ts';
import { waitlistForm, workshopForm } from '../../src/forms/catalog.ts';
import type { Field } from '../../src/forms/definition.ts';
import { mailChannel } from '../../src/mail/mail-channel.ts';
import type { Channel } from '../../src/outbox/channel.ts';
import type { Submission } from '../../src/forms/submission.ts';
import { consentsIn } from '../../src/forms/consent.ts';
import type { SendMailOptions } from 'nodemailer';

/** Every mail there is, by its kind. `alone`: it is about no submission. */
export const kinds: Record<string, 'workshop' | 'waitlist' | 'alone'> = {
  'confirm-address': 'waitlist',
  registration: 'workshop',
  reminder: 'workshop',
  'workshop-changed': 'workshop',
  'workshop-cancelled': 'workshop',
  waitlist: 'waitlist',
  invitation: 'waitlist',
  'seat-freed': 'waitlist',
  'invitation-reminder': 'waitlist',
  accepted: 'waitlist',
  declined: 'waitlist',
  postponed: 'waitlist',
  'head-of-waitlist': 'waitlist',
  'invitation-cancelled': 'waitlist',
  'status-link': 'waitlist',
  'organizer-note': 'workshop',
  'organizer-digest': 'alone',
  'provider-refused': 'alone',
};

const typed: Record<string, string> = {
  inf_field_FirstName: 'Ottoline',
  inf_field_LastName: 'Vane',
  inf_field_Email: 'ottoline@example.com',
  inf_field_Company: 'Vane & Daughters',
  inf_field_Phone1: '(512) 555-0134',
  inf_custom_SystemSize: '11-25 Units',
  inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions: 'How do you tell a reporter no?\nAnd does a franchisee ever speak for the brand?',
  inf_option_AddmetotheFounderHouseSlackCommunity: '1512',
};

/** One mail with sample data, as it would be handed to a mail server a day before the workshop. */
export async function sample(kind: string, content: Content, render: RenderMail): Promise<SendMailOptions> {
  const about = kinds[kind];
  if (!about) throw new Error(`there is no mail called ${kind}`);
  const [first] = content.workshops;
  if (!first) throw new Error('content/speaker-series has no workshop to show mails of');
  const workshop = { ...first, cancelled: kind === 'workshop-cancelled' };
  const start = startOf(workshop);
  const now = new Date(start.getTime() - 24 * 60 * 60_000);
  const form = about === 'waitlist' ? waitlistForm(content) : workshopForm(content, workshop);
  const fields = Object.fromEntries(form.fields.flatMap(({ wire }: Field) => (typed[wire] ? [[wire, typed[wire]]] : [])));
  const submission: Submission = {
    id: '01980000-0000-7000-8000-000000000001',
    formId: form.id,
    formKind: form.kind,
    formName: form.name,
    state: kind === 'confirm-address' ? 'held' : 'accepted',
    fields,
    utm: {},
    consents: consentsIn(form, fields),
    receivedAt: now.toISOString(),
    supersededBy: null,
  };
  let sent: SendMailOptions | undefined;
  const channel: Channel = mailChannel({
    content: { ...content, workshops: [workshop] },
    siteUrl: 'https://founderhouse.example',
    secret: 'a secret that signs nothing but samples',
    organizerEmail: 'organizer@founderhouse.example',
    versions: new Map([[workshop.slug, { sequence: kind.startsWith('workshop-') ? 1 : 0, changedAt: now }]]),
    now: () => now,
    from: undefined,
    store: {
      people: { suppress: async () => {}, isSuppressed: async () => false },
      waitlist: { invitationStatus: async () => 'open', wasInvitationMailed: async () => true },
    },
    render,
    send: async (options) => void (sent = options),
  });
  const founders = ['Ottoline Vane', 'Maren Okafor'].map((name) => ({ id: name, name, brand: 'Vane & Daughters', form: form.name }));
  const expiresAt = start.toISOString();
  const payload =
    kind === 'organizer-digest'
      ? { date: expiresAt.slice(0, 10), founders }
      : { startsAt: expiresAt, hours: 24, invitation: '01980000-0000-7000-8000-000000000003', expiresAt };
  const key = '01980000-0000-7000-8000-000000000002';
  const message = { key, kind, submission: about === 'alone' ? undefined : submission, payload, attempts: 1, createdAt: now.toISOString() };
  await channel.deliver(message, new AbortController().signal);
  return sent as SendMailOptions;
}
