import type { Transaction } from 'kysely';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';

/** How many of each were erased. */
export interface Erased {
  submissions: number;
  lapsed: number;
}

/** How many submissions one transaction erases: a post waits for it no longer than for another post. */
const atOnce = 200;

/** See Store.eraseOlder. */
export async function eraseOlder(engine: Engine, { data, held, now }: { data: Date; held: Date; now: Date }): Promise<Erased> {
  const submissions = await inSteps(engine, data.toISOString());
  const lapsed = await inSteps(engine, held.toISOString(), 'held');
  await engine.transact(async (db) => {
    await db.deleteFrom('spent_proofs').where('expires_at', '<', now.toISOString()).execute();
    await db.deleteFrom('quiet_periods').where('until', '<', now.toISOString()).execute();
    // A link tells that it has run out for as long again as it lived, and then it is unknown.
    await db.deleteFrom('tokens').where('expires_at', '<', held.toISOString()).execute();
    // Her way to the retreat is kept as long as her answers are.
    const forgotten = () =>
      db
        .selectFrom('entries')
        .select('id')
        .where('email_key', 'not in', db.selectFrom('submissions').select('email_key').where('form_kind', '=', 'waitlist'));
    await db.deleteFrom('entry_history').where('entry_id', 'in', forgotten()).execute();
    await db.deleteFrom('invitations').where('entry_id', 'in', forgotten()).execute();
    await db.deleteFrom('entries').where('id', 'in', forgotten()).execute();
    await db.deleteFrom('deliveries').where('submission_id', 'is', null).where('created_at', '<', data.toISOString()).execute();
  });
  return { submissions, lapsed };
}

async function inSteps(engine: Engine, before: string, state?: 'held'): Promise<number> {
  for (let erased = 0; ;) {
    const step = await engine.transact((db) => eraseSome(db, before, state));
    erased += step;
    if (step < atOnce) return erased;
  }
}

async function eraseSome(db: Transaction<Database>, before: string, state?: 'held'): Promise<number> {
  let query = db.selectFrom('submissions').select('id').where('received_at', '<', before).orderBy('received_at').limit(atOnce);
  if (state) query = query.where('state', '=', state);
  const old = (await query.execute()).map(({ id }) => id);
  if (old.length === 0) return 0;
  let erasing = db.deleteFrom('submissions').where('id', 'in', old);
  // Where many write, one of these may have been confirmed meanwhile, and stays.
  if (state) erasing = erasing.where('state', '=', state);
  const erased = (await erasing.returning('id').execute()).map(({ id }) => id);
  if (erased.length > 0) await db.deleteFrom('deliveries').where('submission_id', 'in', erased).execute();
  return erased.length;
}
