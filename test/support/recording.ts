import { v7 as uuid } from 'uuid';
import type { NewDelivery } from '../../src/outbox/enqueue.ts';
import type { InvitationSettings } from '../../src/retreats/repository/seats.ts';
import type { SubmissionToStore } from '../../src/submissions/repository.ts';

const forms = {
  workshop: { id: 'a'.repeat(32), kind: 'workshop', name: 'Founder House Speaker Series: Wrenna Halloway', version: '1', fields: [] },
  waitlist: { id: 'b'.repeat(32), kind: 'waitlist', name: 'Founder House Retreat Waitlist', version: '1', fields: [] },
} satisfies Record<string, SubmissionToStore['submission']['form']>;

/** The slug of the retreat in content/, and its seats as a test sets them. */
export const retreatSlug = 'spring-2026';
export const seatsOfRetreat = (capacity: number): InvitationSettings['retreats'] =>
  new Map([[retreatSlug, { season: 'Spring 2026', capacity, startsAt: undefined, endsAt: undefined }]]);

/** The settings of invitations to that retreat, without a webhook and without emails about answers. */
export const invitationSettingsFor = (capacity: number): InvitationSettings => ({
  retreats: seatsOfRetreat(capacity),
  hashFor: (id) => `hash of ${id}`,
  mailsEachAnswer: false,
});

/** Returns the slug of the retreat that a form of content/ is for; empty for a workshop form. */
const retreatOf = ({ kind }: { kind: 'workshop' | 'waitlist' }) => (kind === 'waitlist' ? retreatSlug : '');

export interface RecordingOptions {
  /** A form of content/, or a form without fields. */
  form?: SubmissionToStore['submission']['form'] | keyof typeof forms;
  utm?: Record<string, string>;
  receivedAt?: Date;
  retreat?: string;
  state?: SubmissionToStore['state'];
  deliveries?: NewDelivery[];
}

/** Returns a valid submission for `record`. */
export function recording(values: Record<string, string> = {}, options: RecordingOptions = {}): SubmissionToStore {
  const { form: given = 'workshop', utm = {}, receivedAt = new Date(), state = 'accepted', deliveries = [] } = options;
  const form = typeof given === 'string' ? forms[given] : given;
  const submission = {
    id: uuid({ msecs: receivedAt.getTime() }),
    form,
    values: { inf_field_FirstName: 'Ottoline', inf_field_LastName: 'Vane', inf_field_Email: 'ottoline@example.com', ...values },
    utm,
    receivedAt,
    retreat: options.retreat ?? retreatOf(form),
  };
  return { submission, state, deliveries };
}
