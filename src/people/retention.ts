import type { Transaction } from 'kysely';
import type { Engine } from '../database/engine.ts';
import { deleteEndedCooldowns } from '../database/cooldowns.ts';
import { recordDeletion, recordRun } from '../database/job-runs.ts';
import { entryTables, submissionTables } from '../database/tables.ts';
import type { Database } from '../database/schema.ts';
import { valuesForIn } from '../database/list-parameters.ts';
import { lockSeats } from '../retreats/repository/seat-lock.ts';

/**
 * Deletes the emails of these deliveries if emails are written to files. It is called before the transaction ends: after a kill the rows
 * are still stored, and the next run erases both.
 */
export type RemoveMails = (deliveries: string[]) => Promise<void>;

interface Erasing {
  /** Data received before this instant is erased. */
  dataBefore: Date;
  /** Submissions that were not confirmed are erased if they were received before this instant and no link confirms them anymore. */
  heldBefore: Date;
  now: Date;
  /** The slugs of retreats whose accepted founders stay. */
  keptRetreats: string[];
  /** The slugs of retreats whose accepted founders stay if they asked to be kept among the alumnae. */
  alumnaeRetreats: string[];
  removeMails: RemoveMails;
}

const erasingJob = 'erase-expired';

/** How many submissions one transaction erases, so that a post waits for it no longer than for another post. */
const submissionsPerTransaction = 200;

export function retentionMethods(engine: Engine) {
  return {
    /**
     * Returns when erasing last completed. If it never completed, or completed after `now`, returns when the newest submission before
     * `startedAt` was received. Returns undefined if there is no submission.
     */
    findLastKnownTime({ startedAt, now }: { startedAt: Date; now: Date }): Promise<{ of: 'erasing' | 'submission'; at: Date } | undefined> {
      return engine.read(async (db) => {
        const run = await db
          .selectFrom('job_runs')
          .select('ran_at')
          .where('name', '=', erasingJob)
          .where('ran_at', '<=', now.toISOString())
          .executeTakeFirst();
        if (run) return { of: 'erasing', at: new Date(run.ran_at) };
        const newest = await db
          .selectFrom('submissions')
          .select('received_at')
          .where('received_at', '<', startedAt.toISOString())
          .orderBy('received_at', 'desc')
          .limit(1)
          .executeTakeFirst();
        return newest && { of: 'submission', at: new Date(newest.received_at) };
      });
    },

    /** Records that erasing completed, by a plausible clock. */
    recordErasing(now: Date): Promise<void> {
      return engine.transact((db) => recordRun(db, erasingJob, now));
    },

    /**
     * Erases submissions older than these instants, in small transactions, so that no post waits for it; then, in one, what belongs to none
     * that remain. The submissions that founders with a seat at one of `keptRetreats` sent for it stay, and those for one of
     * `alumnaeRetreats` if the founder asked for it. Returns how many submissions of each kind were erased.
     */
    async eraseOlderThan(erasing: Erasing) {
      const submissions = await eraseInSteps(engine, erasing, (db) => listExpired(db, erasing));
      const unconfirmed = await eraseInSteps(engine, erasing, (db) => listUnconfirmed(db, erasing));
      await engine.transact((db) => eraseOrphans(engine, db, erasing));
      return { submissions, unconfirmed };
    },
  };
}

/** Erases what expires by itself, and what belongs to no submission that is still stored. */
async function eraseOrphans(
  engine: Engine,
  db: Transaction<Database>,
  { dataBefore, heldBefore, now, removeMails }: Erasing,
): Promise<void> {
  // A founder whose entry is erased here may be joining again, in a transaction that has read the entry under this lock.
  await lockSeats(engine, db);
  await db.deleteFrom('spent_proofs').where('expires_at', '<', now.toISOString()).execute();
  await deleteEndedCooldowns(db, now);
  // An expired link is reported as expired for as long again as it was valid; after that it is unknown.
  await db.deleteFrom('tokens').where('expires_at', '<', heldBefore.toISOString()).execute();
  // An entry is kept as long as the answers of its founder.
  await db
    .deleteFrom('entries')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('submissions')
            .select('submissions.id')
            .whereRef('submissions.email_key', '=', 'entries.email_key')
            .whereRef('submissions.retreat', '=', 'entries.retreat'),
        ),
      ),
    )
    .execute();
  // Only now: a transaction that had locked an entry may have added such a row, and the statement before waited for its end.
  for (const table of entryTables) await db.deleteFrom(table).where('entry_id', 'not in', db.selectFrom('entries').select('id')).execute();
  // Suppressions are kept as long as there is a submission of the address.
  await db
    .deleteFrom('suppressions')
    .where('since', '<', dataBefore.toISOString())
    .where('email_key', 'not in', db.selectFrom('submissions').select('email_key'))
    .execute();
  const deliveries = await db
    .deleteFrom('deliveries')
    .where('submission_id', 'is', null)
    .where('created_at', '<', dataBefore.toISOString())
    .returning('id')
    .execute();
  await removeMails(deliveries.map(({ id }) => id));
}

type ListSubmissions = (db: Transaction<Database>) => Promise<{ id: string }[]>;

/** Erases the submissions that `list` returns, until it returns fewer than one transaction erases. Returns their number. */
async function eraseInSteps(engine: Engine, erasing: Erasing, list: ListSubmissions): Promise<number> {
  let total = 0;
  let erased: number;
  do {
    erased = await engine.transact(async (db) => {
      // A founder who accepts at this moment has a seat before the list is read, or finds no invitation.
      await lockSeats(engine, db);
      return eraseSubmissions(db, await list(db), erasing);
    });
    total += erased;
  } while (erased === submissionsPerTransaction);
  return total;
}

/** Lists submissions that are no longer kept, the oldest first. */
const listExpired = (db: Transaction<Database>, { dataBefore, keptRetreats, alumnaeRetreats }: Erasing) =>
  oldestBefore(db, dataBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entries')
            .select('entries.id')
            .whereRef('entries.email_key', '=', 'submissions.email_key')
            .whereRef('entries.retreat', '=', 'submissions.retreat')
            .leftJoin('alumnae', 'alumnae.entry_id', 'entries.id')
            .where('entries.state', '=', 'accepted')
            .where(({ or, and, eb }) =>
              or([
                eb('entries.retreat', 'in', valuesForIn(keptRetreats)),
                and([eb('entries.retreat', 'in', valuesForIn(alumnaeRetreats)), eb('alumnae.entry_id', 'is not', null)]),
              ]),
            ),
        ),
      ),
    )
    .execute();

/** Lists held submissions that no valid link can confirm anymore. The organizer may have sent a link again, which is then valid for longer. */
const listUnconfirmed = (db: Transaction<Database>, { heldBefore, now }: Erasing) =>
  oldestBefore(db, heldBefore)
    .where('state', '=', 'held')
    .where('id', 'not in', (links) =>
      links.selectFrom('tokens').select('subject').where('used_at', 'is', null).where('expires_at', '>', now.toISOString()),
    )
    .execute();

/** Selects the oldest submissions, and locks them: one that another transaction confirms or erases in the meantime is not among them. */
const oldestBefore = (db: Transaction<Database>, before: Date) =>
  db
    .selectFrom('submissions')
    .select('id')
    .where('received_at', '<', before.toISOString())
    .orderBy('received_at')
    .limit(submissionsPerTransaction)
    .forUpdate();

/** Deletes submissions with everything that belongs to them. Returns their number. */
async function eraseSubmissions(
  db: Transaction<Database>,
  submissions: { id: string }[],
  { now, removeMails }: Pick<Erasing, 'now' | 'removeMails'>,
): Promise<number> {
  if (submissions.length === 0) return 0;
  const ids = submissions.map(({ id }) => id);
  await db.deleteFrom('submissions').where('id', 'in', ids).execute();
  for (const table of submissionTables) await db.deleteFrom(table).where('submission_id', 'in', ids).execute();
  const deliveries = await db.deleteFrom('deliveries').where('submission_id', 'in', ids).returning('id').execute();
  await recordDeletion(db, now);
  await removeMails(deliveries.map(({ id }) => id));
  return ids.length;
}
