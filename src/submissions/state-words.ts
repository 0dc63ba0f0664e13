import type { SubmissionState } from '../database/schema.ts';

/** What people read for the state of a submission. */
export const stateWords: Record<SubmissionState, string> = {
  accepted: 'Confirmed',
  held: 'To be confirmed',
  quarantined: 'Possible spam',
};
