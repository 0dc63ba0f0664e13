import type { Kysely, Transaction } from 'kysely';
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

/** Returns when submissions were last deleted; undefined if they never were. */
export async function findLastDeletion(db: Kysely<Database>): Promise<string | undefined> {
  return (await db.selectFrom('job_runs').select('ran_at').where('name', '=', deletion).executeTakeFirst())?.ran_at;
}

const deletion = 'delete-submissions';

/**
 * Records that submissions were deleted, so that an open desk sees it without counting them: always later than the last time, whatever the
 * clock says.
 */
export async function recordDeletion(db: Transaction<Database>, now: Date): Promise<void> {
  const last = await findLastDeletion(db);
  const earliest = last === undefined ? 0 : Date.parse(last) + 1;
  await recordRun(db, deletion, new Date(Math.max(now.getTime(), earliest)));
}
