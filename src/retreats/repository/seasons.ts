import type { Kysely, Transaction } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import type { Database, EntryState } from '../../database/schema.ts';
import type { Values } from '../../forms/definition.ts';
import { personOf } from '../../forms/person.ts';
import { entryStates } from '../state-machine.ts';
import { entriesWithAnswers } from './entries.ts';
import { assertNotClosed, lockSeats, transition } from './transitions.ts';
import { enqueueEvent, enqueueMail } from './entry-deliveries.ts';
import { revokeInvitationLink } from './seats.ts';
import type { InvitationSettings } from '../invitation-settings.ts';

/** The result of asking the founders who still wait: how many get the mail now, were asked before, or are on the later waitlist already. */
interface Asked {
  asked: number;
  askedBefore: number;
  already: number;
}

/**
 * The figures that are kept about a closed retreat. `joined` counts every founder who was on its waitlist, `invited` those who had an
 * invitation.
 */
export interface SeasonFigures {
  joined: number;
  invited: number;
  states: Record<EntryState, number>;
  /** How many moved along to a later waitlist. */
  movedAlong: number;
  /** Founders by the size of their system, as the form words it. */
  sizes: Record<string, number>;
}

export function seasonMethods(engine: Engine) {
  return {
    /** Asks every founder who still waits for one retreat, by mail, whether to move along to a later one. Each founder is asked once. */
    askToMoveAlong(from: string, to: string, now: Date): Promise<Asked> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        const { toAsk, ...result } = await waitingFor(db, from, to);
        for (const entry of toAsk) {
          await db
            .insertInto('return_offers')
            .values({ entry_id: entry.id, retreat: to, asked_at: now.toISOString(), accepted_at: null, wording: null })
            .execute();
          await enqueueMail(db, entry, { kind: 'invite-back', payload: { to }, now });
        }
        return result;
      });
    },

    /** Returns what askToMoveAlong would do now. */
    countToMoveAlong(from: string, to: string): Promise<Asked> {
      return engine.read(async (db) => {
        const { asked, askedBefore, already } = await waitingFor(db, from, to);
        return { asked, askedBefore, already };
      });
    },

    /**
     * Returns the slug of the later retreat that a founder was asked to move along to; undefined if none, or if the founder is
     * on its waitlist already.
     */
    retreatToMoveAlongTo(entryId: string): Promise<string | undefined> {
      return engine.read(async (db) => {
        const row = await db
          .selectFrom('return_offers')
          .innerJoin('entries', 'entries.id', 'return_offers.entry_id')
          .select('return_offers.retreat')
          .where('return_offers.entry_id', '=', entryId)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('entries as later')
                  .select('later.id')
                  .whereRef('later.email_key', '=', 'entries.email_key')
                  .whereRef('later.retreat', '=', 'return_offers.retreat'),
              ),
            ),
          )
          .orderBy('return_offers.asked_at', 'desc')
          .executeTakeFirst();
        return row?.retreat;
      });
    },

    /**
     * Closes a retreat: open invitations lapse, every invitation link stops working, no more founders are invited, and its figures are
     * kept. Throws EntryRefused if it is closed already.
     */
    closeRetreat(retreat: string, settings: Pick<InvitationSettings, 'eventChannels'>, now: Date): Promise<SeasonFigures> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        await assertNotClosed(db, retreat);
        const invited = await db.selectFrom('entries').selectAll().where('retreat', '=', retreat).where('state', '=', 'invited').execute();
        for (const entry of invited) {
          const state = await transition(db, entry, 'lapse', { by: 'organizer', now });
          await enqueueEvent(db, settings, { kind: 'invitation.lapsed', entry: entry.id, state, now });
        }
        const all = await db.selectFrom('entries').select('id').where('retreat', '=', retreat).execute();
        for (const { id } of all) await revokeInvitationLink(db, id, now);
        const figures = await figuresOf(db, retreat);
        await db
          .insertInto('closed_retreats')
          .values({ retreat, closed_at: now.toISOString(), figures: JSON.stringify(figures) })
          .execute();
        return figures;
      });
    },

    /** Returns the closed retreats with their figures, by slug. */
    closedRetreats(): Promise<Map<string, { closedAt: string; figures: SeasonFigures }>> {
      return engine.read(async (db) => {
        const rows = await db.selectFrom('closed_retreats').selectAll().execute();
        return new Map(
          rows.map(({ retreat, closed_at, figures }) => [retreat, { closedAt: closed_at, figures: JSON.parse(figures) as SeasonFigures }]),
        );
      });
    },
  };
}

/** Records that a founder moved along from an entry to a later retreat, with the text of the button. */
export async function recordMovedAlong(
  db: Transaction<Database>,
  { from, to, wording }: { from: string; to: string; wording: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('return_offers')
    .set({ accepted_at: now.toISOString(), wording })
    .where('entry_id', '=', from)
    .where('retreat', '=', to)
    .execute();
}

/**
 * Returns the founders who still wait for a retreat and were not asked yet to move along to a later one, with the counts of all who wait.
 */
async function waitingFor(db: Kysely<Database>, from: string, to: string) {
  const waiting = await db.selectFrom('entries').selectAll().where('retreat', '=', from).where('state', '=', 'waiting').execute();
  const elsewhere = await db.selectFrom('entries').select('email_key').where('retreat', '=', to).execute();
  const offers = await db.selectFrom('return_offers').select('entry_id').where('retreat', '=', to).execute();
  const [there, asked] = [new Set(elsewhere.map(({ email_key }) => email_key)), new Set(offers.map(({ entry_id }) => entry_id))];
  const missing = waiting.filter(({ email_key }) => !there.has(email_key));
  const toAsk = missing.filter(({ id }) => !asked.has(id));
  return { toAsk, asked: toAsk.length, askedBefore: missing.length - toAsk.length, already: waiting.length - missing.length };
}

async function figuresOf(db: Transaction<Database>, retreat: string): Promise<SeasonFigures> {
  const entries = await entriesWithAnswers(db)
    .leftJoin('invitations', 'invitations.entry_id', 'entries.id')
    .leftJoin('return_offers', (join) =>
      join.onRef('return_offers.entry_id', '=', 'entries.id').on('return_offers.accepted_at', 'is not', null),
    )
    .select(['entries.id', 'entries.state', 'submissions.fields', 'invitations.id as invitation', 'return_offers.retreat as later'])
    .where('entries.retreat', '=', retreat)
    .execute();
  const founders = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  const sizes: Record<string, number> = {};
  for (const { fields } of founders) {
    const { systemSize } = personOf(JSON.parse(fields) as Values);
    sizes[systemSize] = (sizes[systemSize] ?? 0) + 1;
  }
  return {
    joined: founders.length,
    invited: founders.filter(({ invitation }) => invitation !== null).length,
    states: Object.fromEntries(entryStates.map((state) => [state, founders.filter((founder) => founder.state === state).length])) as Record<
      EntryState,
      number
    >,
    movedAlong: founders.filter(({ later }) => later !== null).length,
    sizes,
  };
}
