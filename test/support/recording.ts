import { v7 as uuid } from 'uuid';
import type { Recording } from '../../src/submissions/repository.ts';

const forms = {
  workshop: { id: 'a'.repeat(32), kind: 'workshop', name: 'Founder House Speaker Series: Wrenna Halloway', version: '1', fields: [] },
  waitlist: { id: 'b'.repeat(32), kind: 'waitlist', name: 'Founder House Retreat Waitlist', version: '1', fields: [] },
} satisfies Record<string, Recording['submission']['form']>;

/** A checked post, as it is recorded. */
export function recording(
  values: Record<string, string> = {},
  more: { form?: keyof typeof forms; utm?: Record<string, string>; receivedAt?: Date } = {},
): Recording {
  const receivedAt = more.receivedAt ?? new Date();
  const submission = {
    id: uuid({ msecs: receivedAt.getTime() }),
    form: forms[more.form ?? 'workshop'],
    values: { inf_field_FirstName: 'Ottoline', inf_field_LastName: 'Vane', inf_field_Email: 'ottoline@example.com', ...values },
    utm: more.utm ?? {},
    receivedAt,
  };
  return { submission, state: 'accepted', deliveries: [] };
}
