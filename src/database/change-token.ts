import { sql, type Kysely } from 'kysely';
import type { Engine } from './engine.ts';
import { findLastDeletion } from './job-runs.ts';
import type { Database } from './schema.ts';
import { isUndelivered } from './undelivered.ts';

/** An opaque text for each subject, which differs when something of the subject changed. */
export interface ChangeToken {
  submissions: string;
  entries: string;
  deliveries: string;
  letters: string;
  /** Who joined a workshop. */
  attendance: string;
  /** Who may sign in at the desk, and where they are signed in. */
  access: string;
}

/**
 * Returns the change token of each subject, made of counts and newest rows: superseding something and changing a state always adds a newer
 * row. Moving an entry to another retreat adds none, so entries are counted by retreat. Accepted submissions and delivered deliveries, which
 * can be very many, are not read, because an open desk asks each second: a row becomes one of them as the newest or by leaving the others.
 * When submissions were last deleted is recorded; deliveries are deleted with their submission or letter, or as the oldest.
 */
export function changeToken(engine: Engine): Promise<ChangeToken> {
  return engine.read(async (db) => {
    const notAccepted = await db
      .selectFrom('submissions')
      .select(({ fn }) => ['state', fn.countAll().as('count')])
      .where('state', 'in', ['held', 'quarantined'])
      .groupBy('state')
      .orderBy('state')
      .execute();
    const submissions = [await highest(db, 'submissions', 'number'), notAccepted, await findLastDeletion(db)];
    const entries = await db
      .selectFrom('entries')
      .select(({ fn }) => ['retreat', fn.countAll().as('count'), fn.sum('short_notice').as('short')])
      .groupBy('retreat')
      .orderBy('retreat')
      .execute();
    const house = await countAndHighest(db, 'house_facts', 'changed_at');
    const memos = await countAndHighest(db, 'entry_memos', 'changed_at');
    const closed = await countAndHighest(db, 'closed_retreats', 'closed_at');
    // Their ids grow with time (UUID version 7).
    const steps = await highest(db, 'entry_history', 'id');
    const undelivered = await db
      .selectFrom('deliveries')
      .select(({ fn }) => [
        'state',
        fn.countAll().as('count'),
        fn.max('id').as('id'),
        fn.sum('attempts').as('attempts'),
        fn.max('next_attempt_at').as('next'),
      ])
      .where(isUndelivered)
      .groupBy('state')
      .orderBy('state')
      .execute();
    const drifted = await db
      .selectFrom('deliveries')
      .select(({ fn }) => [fn.countAll().as('count'), fn.max('id').as('id')])
      .where('drift', 'is not', null)
      .execute();
    const newestDelivery = await highest(db, 'deliveries', 'id');
    const oldestDelivery = await db
      .selectFrom('deliveries')
      .select(({ fn }) => fn.min('created_at').as('created'))
      .execute();
    const letters = await countAndHighest(db, 'letter_history', 'id');
    const attendance = await countAndHighest(db, 'attendance', 'joined_at');
    const access = [
      await countAndHighest(db, 'organizers', 'created_at'),
      await countAndHighest(db, 'passkeys', 'created_at'),
      await countAndHighest(db, 'organizer_invitations', 'created_at'),
      await countAndHighest(db, 'organizer_sessions', 'created_at'),
      await highest(db, 'organizer_sessions', 'seen_at'),
    ];
    return {
      submissions: JSON.stringify(submissions),
      entries: JSON.stringify([entries, steps, house, memos, closed]),
      deliveries: JSON.stringify([submissions, letters, undelivered, drifted, newestDelivery, oldestDelivery]),
      letters: JSON.stringify(letters),
      attendance: JSON.stringify(attendance),
      access: JSON.stringify(access),
    };
  });
}

type ColumnOf<Table extends keyof Database> = keyof Database[Table] & string;

/** A statement of its own, so that an index returns it at once. */
async function highest<Table extends keyof Database>(db: Kysely<Database>, table: Table, column: ColumnOf<Table>): Promise<unknown> {
  return (await sql`SELECT max(${sql.ref(column)}) FROM ${sql.table(table)}`.execute(db)).rows;
}

async function countAndHighest<Table extends keyof Database>(
  db: Kysely<Database>,
  table: Table,
  column: ColumnOf<Table>,
): Promise<unknown> {
  return (await sql`SELECT count(*), max(${sql.ref(column)}) FROM ${sql.table(table)}`.execute(db)).rows;
}
