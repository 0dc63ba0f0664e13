import { setTimeout as pause } from 'node:timers/promises';

/** 40001: could not serialize; 40P01: a deadlock (PostgreSQL's manual, appendix A). Both ask for a retry of the whole transaction. */
const retryCodes = new Set(['40001', '40P01']);
/**
 * The constraints that allow a person one current submission of a form in each state, one entry on the waitlist of a retreat, and one
 * invitation to the desk.
 */
const personConstraints = new Set([
  'submissions_one_standing',
  'submissions_one_held',
  'entries_of_person',
  'organizer_invitations_name_key',
]);
const timeoutMs = 5000;

/**
 * Retries a transaction if the engine asks for that, as CockroachDB and YugabyteDB often do, or if two posts of one person violated a
 * constraint: the retry finds what the other post stored, and supersedes its submission, keeps its entry or replaces its invitation.
 */
export async function withRetries<Result>(transaction: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (!asksForRetry(error) || performance.now() > deadline) throw error;
      await pause(Math.random() * Math.min(200, 2 ** attempt));
    }
  }
}

function asksForRetry(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return retryCodes.has(code ?? '') || (code === '23505' && personConstraints.has(constraint ?? ''));
}
