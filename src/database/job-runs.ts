import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Records when a job ran, by its name. */
export async function recordRun(db: Transaction<Database>, name: string, at: Date): Promise<void> {
  const run = { name, ran_at: at.toISOString() };
  await db
    .insertInto('job_runs')
    .values(run)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(run))
    .execute();
}

/** The name under which it is recorded when submissions were last deleted. */
export const deletionJob = 'delete-submissions';

/**
 * Records that submissions were deleted, so that an open desk sees it without counting them: always later than the last time, whatever the
 * clock says.
 */
export async function recordDeletion(db: Transaction<Database>, now: Date): Promise<void> {
  const last = await db.selectFrom('job_runs').select('ran_at').where('name', '=', deletionJob).executeTakeFirst();
  const earliest = last ? Date.parse(last.ran_at) + 1 : 0;
  await recordRun(db, deletionJob, new Date(Math.max(now.getTime(), earliest)));
}
