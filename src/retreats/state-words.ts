import type { EntryState } from '../database/schema.ts';

/** What people read for the state of an entry. */
export const entryWords: Record<EntryState, string> = {
  waiting: 'Waiting',
  invited: 'Invited',
  accepted: 'Accepted',
  declined: 'Declined',
  lapsed: 'Lapsed',
  cancelled: 'Cancelled',
  withdrawn: 'Withdrawn',
};
