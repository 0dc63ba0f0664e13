import type { Kysely, Transaction } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import { lockStored } from '../../database/row-lock.ts';
import type { Database, EntriesTable } from '../../database/schema.ts';
import { enqueueMail } from './entry-deliveries.ts';
import { EntryEnded } from './entry-ended.ts';
import { lockSeats } from './seat-lock.ts';

/**
 * The result of asking the founders who still wait: how many get the email now, were asked before, or are on the later waitlist already.
 */
interface Asked {
  asked: number;
  askedBefore: number;
  already: number;
}

/** Returns the queries about founders who are asked to move along. The table of those who were asked is `return_offers`. */
export function moveAlongMethods(engine: Engine) {
  return {
    /** Asks every founder who still waits for one retreat, by email, whether to move along to a later one. Each founder is asked once. */
    askToMoveAlong(from: string, to: string, now: Date): Promise<Asked> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        const { toAsk, counts } = await readWaiting(db, from, to);
        const stored = await lockStored(db, 'entries', toAsk, ({ id }) => id);
        for (const entry of stored) {
          await db
            .insertInto('return_offers')
            .values({ entry_id: entry.id, retreat: to, asked_at: now.toISOString(), accepted_at: null, wording: null })
            .execute();
          await enqueueMail(db, entry, { kind: 'invite-back', payload: { to }, now });
        }
        return { ...counts, asked: stored.length };
      });
    },

    /** Returns what askToMoveAlong would do now. */
    countToMoveAlong(from: string, to: string): Promise<Asked> {
      return engine.read(async (db) => (await readWaiting(db, from, to)).counts);
    },

    /**
     * Returns the slug of the later retreat that a founder was asked to move along to last, and whether the founder is on its waitlist;
     * undefined if the founder was not asked.
     */
    findRetreatToMoveAlongTo(entryId: string): Promise<{ slug: string; hasMoved: boolean } | undefined> {
      return engine.read(async (db) => {
        const row = await db
          .selectFrom('return_offers')
          .innerJoin('entries', 'entries.id', 'return_offers.entry_id')
          .leftJoin('entries as later', (join) =>
            join.onRef('later.email_key', '=', 'entries.email_key').onRef('later.retreat', '=', 'return_offers.retreat'),
          )
          .select(['return_offers.retreat', 'later.id as later'])
          .where('return_offers.entry_id', '=', entryId)
          .orderBy('return_offers.asked_at', 'desc')
          .executeTakeFirst();
        return row && { slug: row.retreat, hasMoved: row.later !== null };
      });
    },
  };
}

/** Records that a founder moved along from an entry to a later retreat, with the text of the button. Throws EntryEnded. */
export async function recordMovedAlong(
  db: Transaction<Database>,
  { from, to, wording }: { from: string; to: string; wording: string },
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('return_offers')
    .set({ accepted_at: now.toISOString(), wording })
    .where('entry_id', '=', from)
    .where('retreat', '=', to)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();
  if (!numUpdatedRows) throw new EntryEnded('The founder was not asked to join this waitlist, or has joined it, so nothing was changed.');
}

/**
 * Returns the founders who still wait for a retreat and were not asked yet to move along to a later one, with the counts of all who wait.
 * A founder who has joined another waitlist since is not among them: what counts is where that founder stands there.
 */
async function readWaiting(db: Kysely<Database>, from: string, to: string): Promise<{ toAsk: EntriesTable[]; counts: Asked }> {
  const waiting = db
    .selectFrom('entries')
    .selectAll('entries')
    .where('entries.retreat', '=', from)
    .where('entries.state', '=', 'waiting')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entries as newer')
            .select('newer.id')
            .whereRef('newer.email_key', '=', 'entries.email_key')
            .where('newer.retreat', 'not in', [from, to])
            .whereRef('newer.joined_at', '>', 'entries.joined_at'),
        ),
      ),
    );
  const rows = await waiting
    .leftJoin('entries as later', (join) => join.onRef('later.email_key', '=', 'entries.email_key').on('later.retreat', '=', to))
    .leftJoin('return_offers', (join) => join.onRef('return_offers.entry_id', '=', 'entries.id').on('return_offers.retreat', '=', to))
    .select(['later.id as laterId', 'return_offers.asked_at as askedAt'])
    .execute();
  const notOnLater = rows.filter(({ laterId }) => laterId === null);
  const toAsk = notOnLater.filter(({ askedAt }) => askedAt === null);
  return {
    toAsk,
    counts: { asked: toAsk.length, askedBefore: notOnLater.length - toAsk.length, already: rows.length - notOnLater.length },
  };
}
