import { setTimeout as pause } from 'node:timers/promises';

/** 40001: could not serialize; 40P01: a deadlock (PostgreSQL's manual, appendix A). Both ask for the whole transaction again. */
const again = new Set(['40001', '40P01']);
const standing = new Set(['submissions_one_standing', 'submissions_one_held']);
const timeoutMs = 5000;

/**
 * Does a transaction again where the engine asks for that, as CockroachDB and YugabyteDB often do, and where two posts of one person met at
 * the unique index of what stands: the second finds the first one now, and supersedes it.
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
  return again.has(code ?? '') || (code === '23505' && standing.has(constraint ?? ''));
}
