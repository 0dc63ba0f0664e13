import type { EntryState } from '../database/schema.ts';

/** The labels that people read for the state of an entry. */
export const entryLabels: Record<EntryState, string> = {
  waiting: 'Waiting',
  invited: 'Invited',
  accepted: 'Accepted',
  declined: 'Declined',
  lapsed: 'Lapsed',
  cancelled: 'Cancelled',
  withdrawn: 'Withdrawn',
};
