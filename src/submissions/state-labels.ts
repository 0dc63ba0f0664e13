import type { SubmissionState } from '../database/schema.ts';

/** The labels that people read for the state of a submission. */
export const stateLabels: Record<SubmissionState, string> = {
  accepted: 'Confirmed',
  held: 'To be confirmed',
  quarantined: 'Possible spam',
};
