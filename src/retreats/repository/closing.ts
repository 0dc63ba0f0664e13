import type { Kysely, Transaction } from 'kysely';
import { formatDay } from '../../content/format.ts';
import { nextRetreatSlug } from '../../content/retreat-schedule.ts';
import type { Engine } from '../../database/engine.ts';
import type { Database, EntryState, NamedActor } from '../../database/schema.ts';
import type { Values } from '../../forms/definition.ts';
import { personOf } from '../../forms/person.ts';
import { Refused } from '../../refused.ts';
import { countsByState } from '../entry-states.ts';
import { entriesWithAnswers } from './entries.ts';
import { enqueueEvent, type EventSettings } from './entry-deliveries.ts';
import { lockSeats } from './seat-lock.ts';
import { transition } from './transitions.ts';

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

export function closingMethods(engine: Engine) {
  return {
    /**
     * Closes a retreat: open invitations lapse, every invitation link stops working, no more founders are invited, and its figures are
     * kept. Throws Refused if it is closed already.
     */
    closeRetreat(retreat: string, by: NamedActor, events: EventSettings, now: Date): Promise<SeasonFigures> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        await assertNotClosed(db, retreat);
        const invited = await db.selectFrom('entries').selectAll().where('retreat', '=', retreat).where('state', '=', 'invited').execute();
        for (const entry of invited) {
          const state = await transition(db, entry, 'lapse', { by, now });
          await enqueueEvent(db, events, { kind: 'invitation.lapsed', entry: entry.id, state, now });
        }
        await db
          .updateTable('invitations')
          .set({ revoked_at: now.toISOString() })
          .where('revoked_at', 'is', null)
          .where('entry_id', 'in', (inner) => inner.selectFrom('entries').select('id').where('retreat', '=', retreat))
          .execute();
        const figures = await readFigures(db, retreat);
        await db
          .insertInto('closed_retreats')
          .values({ retreat, closed_at: now.toISOString(), figures: JSON.stringify(figures) })
          .execute();
        return figures;
      });
    },

    /** Returns the closed retreats with their figures, by slug. */
    listClosedRetreats(): Promise<Map<string, { closedAt: string; figures: SeasonFigures }>> {
      return engine.read(async (db) => {
        const rows = await db.selectFrom('closed_retreats').selectAll().execute();
        return new Map(
          rows.map(({ retreat, closed_at, figures }) => [retreat, { closedAt: closed_at, figures: JSON.parse(figures) as SeasonFigures }]),
        );
      });
    },
  };
}

/** Returns when a retreat was closed (ISO 8601, UTC); undefined if it is not closed. */
export async function findClosedAt(db: Kysely<Database>, retreat: string): Promise<string | undefined> {
  const closed = await db.selectFrom('closed_retreats').select('closed_at').where('retreat', '=', retreat).executeTakeFirst();
  return closed?.closed_at;
}

/**
 * Returns the slug of the retreat whose waitlist a founder joins, in the transaction that stores or accepts a submission: the next one if
 * this one was closed after the caller read which are. A workshop has an empty slug.
 */
export const skipClosedRetreat = async (db: Transaction<Database>, retreat: string): Promise<string> =>
  retreat && (await findClosedAt(db, retreat)) ? nextRetreatSlug : retreat;

/** Throws Refused if a retreat is closed. */
export async function assertNotClosed(db: Transaction<Database>, retreat: string): Promise<void> {
  const closedAt = await findClosedAt(db, retreat);
  if (closedAt) throw new Refused(`This retreat was closed on ${formatDay(closedAt.slice(0, 10))}; its founders stay as they are.`);
}

async function readFigures(db: Transaction<Database>, retreat: string): Promise<SeasonFigures> {
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
    states: countsByState((state) => founders.filter((founder) => founder.state === state).length),
    movedAlong: founders.filter(({ later }) => later !== null).length,
    sizes,
  };
}
