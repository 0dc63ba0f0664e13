import type { Content } from '../../content/content.ts';
import type { StatusWords } from '../../content/schemas/status.ts';
import { waitlistForm } from '../../forms/fields.ts';
import { personWires, type Person } from '../../forms/person.ts';
import { sampleFirstName } from '../../mail/mail.ts';
import { isActive } from '../../retreats/entry-states.ts';
import type { CorrectionsView, InvitationView, StatusView } from '../../retreats/views.ts';

export type StatusStage = keyof StatusWords['standing'];

/** An invented founder, for the pages that show what is stored about one. */
const person: Person = {
  firstName: sampleFirstName,
  lastName: 'Vane',
  email: 'ottoline@example.com',
  brand: 'Vane & Daughters',
  phone: '(512) 555-0134',
  systemSize: '11-25 Units',
};
/** The fields of the form on the sample of the status page. */
const shownWires = new Set<string>([personWires.firstName, personWires.lastName, personWires.email, personWires.brand, personWires.phone]);
const expiresAt = '2030-01-15T23:00:00.000Z';
const joinedAt = '2026-11-02T15:00:00.000Z';

/** A possible answer of a founder to an invitation, the state of the entry after it, and what else the page shows. */
export type SampleAnswer = Pick<InvitationView, 'answer' | 'state'> & Partial<InvitationView>;

export const sampleInvitation = (retreat: string, sample: SampleAnswer): InvitationView => ({
  firstName: person.firstName,
  note: '',
  expiresAt,
  retreat,
  isOpen: true,
  hasEnded: false,
  showsStay: true,
  ...sample,
});

function stateAt(stage: StatusStage) {
  if (stage === 'next') return 'waiting';
  return stage === 'revoked' ? 'cancelled' : stage;
}

/** Returns the status page of a founder at a stage; `shown` overrides parts of it. */
export function sampleStatus(content: Content, slug: string, stage: StatusStage, shown: Partial<StatusView> = {}): StatusView {
  const state = stateAt(stage);
  const retreat = content.retreats.find((each) => each.slug === slug)!;
  const form = waitlistForm(content, retreat);
  const isInvited = state === 'invited' || state === 'accepted';
  const corrections: CorrectionsView = {
    fields: form.fields.filter(({ wire }) => shownWires.has(wire)),
    details: {
      values: { [personWires.firstName]: person.firstName, [personWires.lastName]: person.lastName, [personWires.email]: person.email },
      problems: {},
    },
    shortNotice: state === 'waiting' ? false : undefined,
    house: state === 'accepted' ? { values: {}, problems: {} } : undefined,
  };
  return {
    entry: {
      id: '01980000-0000-7000-8000-000000000001',
      retreat: slug,
      state,
      joinedAt,
      headSince: stage === 'next' ? joinedAt : null,
      shortNotice: false,
      movedTo: null,
      submission: {
        id: '01980000-0000-7000-8000-000000000002',
        formId: form.id,
        formKind: 'waitlist',
        formName: form.name,
        state: 'accepted',
        person,
        fields: {},
        utm: {},
        consents: [],
        receivedAt: joinedAt,
        supersededBy: null,
        retreat: slug,
      },
      invitation: isInvited ? { id: '01980000-0000-7000-8000-000000000003', expiresAt } : null,
      isPostponed: false,
      memo: null,
    },
    corrections: isActive(state) && shown.endedSeason === undefined ? corrections : undefined,
    isSaved: false,
    wasSeatRevoked: stage === 'revoked',
    invitationHref: isInvited ? '/' : undefined,
    isAlumna: state === 'accepted' ? false : undefined,
    ...shown,
  };
}

export const samplePrivacy: App.Views['privacy'] = {
  retentionDays: 730,
  alumnaeRetentionDays: 1095,
  houseDays: 30,
  heldDays: 7,
  postsPerMinute: 10,
  formsHost: undefined,
  providers: [],
  receiver: undefined,
  mailServer: undefined,
};
