import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';
import { upsert } from './store-row.ts';

/** Records when a job ran, by its name. */
export const recordRun = (db: Transaction<Database>, name: string, at: Date): Promise<void> =>
  upsert(db, 'job_runs', { name }, { ran_at: at.toISOString() });

/** The name under which the table `job_runs` has the last deletion of submissions. */
export const deletionJob = 'delete-submissions';

/**
 * Records when submissions were deleted, so that an open desk sees it without counting them. The recorded time is always later than the one
 * before, even if the clock was set back.
 */
export async function recordDeletion(db: Transaction<Database>, now: Date): Promise<void> {
  const last = await db.selectFrom('job_runs').select('ran_at').where('name', '=', deletionJob).executeTakeFirst();
  const earliest = last ? Date.parse(last.ran_at) + 1 : 0;
  await recordRun(db, deletionJob, new Date(Math.max(now.getTime(), earliest)));
}
