import type { NewSubmission } from '../../src/store/submissions.ts';

const forms = {
  workshop: { id: 'a'.repeat(32), kind: 'workshop', name: 'Founder House Speaker Series: Wrenna Halloway' },
  waitlist: { id: 'b'.repeat(32), kind: 'waitlist', name: 'Founder House Retreat Waitlist' },
} as const;

/** A checked post. */
export function sent(
  values: Record<string, string> = {},
  more: { form?: keyof typeof forms; utm?: Record<string, string>; receivedAt?: Date } = {},
): NewSubmission {
  return {
    form: forms[more.form ?? 'workshop'],
    values: { inf_field_FirstName: 'Ottoline', inf_field_LastName: 'Vane', inf_field_Email: 'ottoline@example.com', ...values },
    utm: more.utm ?? {},
    receivedAt: more.receivedAt ?? new Date(),
  };
}
