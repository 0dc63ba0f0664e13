import type { SubmissionState } from '../database/schema.ts';

export const stateLabels: Record<SubmissionState, string> = {
  accepted: 'Confirmed',
  held: 'To be confirmed',
  quarantined: 'Possible spam',
};
