import type { Engine } from './engine.ts';
import { lastDeletion } from './job-runs.ts';
import { isUndelivered } from './undelivered.ts';

/** An opaque text for each subject, which differs when something of the subject changed. */
export interface ChangeToken {
  submissions: string;
  entries: string;
  deliveries: string;
  letters: string;
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
    const newest = await db
      .selectFrom('submissions')
      .select(({ fn }) => fn.max('number').as('number'))
      .execute();
    const notAccepted = await db
      .selectFrom('submissions')
      .select(({ fn }) => ['state', fn.countAll().as('count')])
      .where('state', 'in', ['held', 'quarantined'])
      .groupBy('state')
      .orderBy('state')
      .execute();
    const submissions = [newest, notAccepted, await lastDeletion(db)];
    const entries = await db
      .selectFrom('entries')
      .select(({ fn }) => ['retreat', fn.countAll().as('count'), fn.sum('short_notice').as('short')])
      .groupBy('retreat')
      .orderBy('retreat')
      .execute();
    const house = await db
      .selectFrom('house_facts')
      .select(({ fn }) => [fn.countAll().as('count'), fn.max('changed_at').as('changed')])
      .execute();
    const memos = await db
      .selectFrom('entry_memos')
      .select(({ fn }) => [fn.countAll().as('count'), fn.max('changed_at').as('changed')])
      .execute();
    // Their ids grow with time (UUID version 7).
    const steps = await db
      .selectFrom('entry_history')
      .select(({ fn }) => fn.max('id').as('id'))
      .execute();
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
    // Each a statement of its own, so that an index returns it at once.
    const newestDelivery = await db
      .selectFrom('deliveries')
      .select(({ fn }) => fn.max('id').as('id'))
      .execute();
    const oldestDelivery = await db
      .selectFrom('deliveries')
      .select(({ fn }) => fn.min('created_at').as('created'))
      .execute();
    const letters = await db
      .selectFrom('letter_history')
      .select(({ fn }) => [fn.countAll().as('count'), fn.max('id').as('id')])
      .execute();
    const countAndNewest = (table: 'organizers' | 'passkeys' | 'organizer_invitations') =>
      db
        .selectFrom(table)
        .select(({ fn }) => [fn.countAll().as('count'), fn.max('created_at').as('created')])
        .execute();
    const organizers = await countAndNewest('organizers');
    const passkeys = await countAndNewest('passkeys');
    const invitations = await countAndNewest('organizer_invitations');
    const sessions = await db
      .selectFrom('organizer_sessions')
      .select(({ fn }) => [fn.countAll().as('count'), fn.max('created_at').as('created'), fn.max('seen_at').as('seen')])
      .execute();
    return {
      submissions: JSON.stringify(submissions),
      entries: JSON.stringify([entries, steps, house, memos]),
      deliveries: JSON.stringify([submissions, letters, undelivered, drifted, newestDelivery, oldestDelivery]),
      letters: JSON.stringify(letters),
      access: JSON.stringify([organizers, passkeys, invitations, sessions]),
    };
  });
}
