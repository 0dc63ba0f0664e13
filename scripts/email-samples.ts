import type { SendMailOptions } from 'nodemailer';
import { allMailBuilders } from '../src/app/create-channels.ts';
import type { Content } from '../src/content/content.ts';
import { nextRetreatSlug } from '../src/content/retreat-schedule.ts';
import { endOfWorkshop, startOfWorkshop } from '../src/content/workshop-schedule.ts';
import { dayMs } from '../src/durations.ts';
import { speakerQuestionsWire, waitlistForm, workshopForm } from '../src/forms/fields.ts';
import { consentsIn } from '../src/forms/consent.ts';
import type { FormDefinition } from '../src/forms/definition.ts';
import { personOf, personWires } from '../src/forms/person.ts';
import type { Submission } from '../src/forms/submission.ts';
import { mailChannel } from '../src/mail/mail-channel.ts';
import type { RenderMail } from '../src/mail/mail.ts';
import type { MailKind, MailVariant } from '../src/outbox/kinds.ts';

const store = {
  waitlist: {
    findStanding: async () => ({ state: 'waiting' as const, isBack: false, isFirst: true }),
    findInvitationStatus: async () => 'open' as const,
    wasInvitationMailed: async () => true,
    isMailCurrent: async () => true,
    lacksHouseFacts: async () => true,
    isListed: async () => false,
    findLatestAnswer: async () => ({ id: 'ottoline', name: 'Ottoline Vane', brand: 'Vane & Daughters', answer: 'accepted a seat' }),
  },
  workshops: {
    readCurrentSequence: async () => 0,
    hasMail: async () => false,
    countRegistered: async () => 0,
    findMeetingLink: async () => undefined,
  },
  submissions: { list: async function* () {}, listCorrections: async () => new Set<string>(), isCorrection: async () => false },
  outbox: { listFailing: async () => [], countDrifted: async () => [] },
  letters: {
    find: async () => ({
      id: 'a letter',
      subject: 'The next hour is set, {firstName}',
      text: ['Hello {firstName},', 'The next workshop has a date, and you asked us to tell you.'],
      link: { text: 'Reserve your spot', href: 'https://founderhouse.example/speaker-series' },
      audience: { of: 'next-workshop' as const },
      testedAt: null,
      sentAt: null,
      version: '',
    }),
    findOptOut: async () => undefined,
  },
};

/** The kinds of emails that can be enqueued. */
export const mailKinds = Object.keys(allMailBuilders(new Map(), store));

/** The kind whose builder chooses a variant. */
const kindOfVariant: Record<MailVariant, MailKind> = {
  'registration-late': 'registration',
  'waitlist-next': 'waitlist',
  'waitlist-again': 'waitlist',
  'waitlist-rejoined': 'waitlist',
  'seat-given-up': 'left',
  'organizer-correction': 'organizer-note',
};

/** The names of all emails: the kinds, and the variants of some. */
export const mailNames = [...mailKinds, ...Object.keys(kindOfVariant)];

const aboutWorkshop = new Set(['registration', 'reminder', 'workshop-changed', 'workshop-cancelled', 'organizer-note', 'organizer-digest']);

const typed: Record<string, string> = {
  [personWires.firstName]: 'Ottoline',
  [personWires.lastName]: 'Vane',
  [personWires.email]: 'ottoline@example.com',
  [personWires.brand]: 'Vane & Daughters',
  [personWires.phone]: '(512) 555-0134',
  [personWires.systemSize]: '11-25 Units',
  [speakerQuestionsWire]: 'How do you tell a reporter no?\nAnd does a franchisee ever speak for the brand?',
  inf_option_AddmetotheFounderHouseSlackCommunity: '1512',
};

/** Returns one email with sample data, as it is sent to a mail server a day before the workshop. */
export async function sample(name: string, content: Content, render: RenderMail): Promise<SendMailOptions> {
  const kind = (kindOfVariant as Partial<Record<string, string>>)[name] ?? name;
  const first = content.workshops[0]!;
  const isLate = name === 'registration-late';
  const workshop = { ...first, cancelled: kind === 'workshop-cancelled', ...(isLate && { afterwards: 'turn' as const }) };
  const start = startOfWorkshop(workshop);
  const now = new Date(start.getTime() - dayMs);
  const retreat = content.retreats[0]!;
  const retreatSlug = name === 'waitlist-next' ? nextRetreatSlug : retreat.slug;
  const isAboutWorkshop = aboutWorkshop.has(kind);
  const form = isAboutWorkshop ? workshopForm(content, workshop) : waitlistForm(content, retreat);
  const versions = new Map([[workshop.slug, { sequence: kind.startsWith('workshop-') ? 1 : 0, changedAt: now }]]);
  const site = { ...content.site, ...(kind.startsWith('letter') && { postalAddress: '1 Long Table Road, Austin, TX 78701' }) };
  let sent: SendMailOptions | undefined;
  const channel = mailChannel({
    content: { ...content, site, workshops: [workshop] },
    siteUrl: 'https://founderhouse.example',
    secret: 'a secret that signs only samples',
    organizerEmail: 'organizer@founderhouse.example',
    now: () => now,
    from: undefined,
    mails: allMailBuilders(versions, storeFor(name)),
    people: { suppress: async () => true, isSuppressed: async () => false },
    render,
    transport: { send: async (mail) => void (sent = mail) },
  });
  const message = {
    id: '01980000-0000-7000-8000-000000000002',
    kind,
    submission: sampleSubmission(form, {
      state: kind === 'confirm-address' ? 'held' : 'accepted',
      receivedAt: now.toISOString(),
      retreat: isAboutWorkshop ? '' : retreatSlug,
    }),
    payload: kind === 'organizer-digest' ? digestPayload(form, start) : payloadAt(start, name, content),
    createdAt: (isLate ? endOfWorkshop(workshop) : now).toISOString(),
  };
  await channel.send(message, new AbortController().signal);
  return sent as SendMailOptions;
}

/** Returns the store, in which the email with this name finds what makes it that variant. */
const storeFor = (name: string) => ({
  ...store,
  submissions: { ...store.submissions, isCorrection: async () => name === 'organizer-correction' },
  waitlist: {
    ...store.waitlist,
    findStanding: async () => ({ state: 'waiting' as const, isBack: name === 'waitlist-rejoined', isFirst: name !== 'waitlist-again' }),
  },
});

function sampleSubmission(form: FormDefinition, rest: Pick<Submission, 'state' | 'receivedAt' | 'retreat'>): Submission {
  const fields = Object.fromEntries(form.fields.flatMap(({ wire }) => (typed[wire] ? [[wire, typed[wire]]] : [])));
  return {
    id: '01980000-0000-7000-8000-000000000001',
    formId: form.id,
    formKind: form.kind,
    formName: form.name,
    person: personOf(fields),
    fields,
    utm: {},
    consents: consentsIn(form, fields),
    supersededBy: null,
    ...rest,
  };
}

const digestPayload = (form: FormDefinition, day: Date) => ({
  date: day.toISOString().slice(0, 10),
  founders: ['Ottoline Vane', 'Maren Okafor'].map((name) => ({ id: name, name, brand: 'Vane & Daughters', form: form.name })),
});

/** Returns what the other kinds of emails need; a builder ignores the rest. */
const payloadAt = (start: Date, name: string, content: Content) => ({
  startsAt: start.toISOString(),
  invitation: '01980000-0000-7000-8000-000000000003',
  expiresAt: start.toISOString(),
  hadSeat: name === 'seat-given-up',
  to: content.retreats.at(-1)!.slug,
  reason: 'The provider refuses our token (401); set KEAP_API_TOKEN to a valid one',
});
