import type { Transaction } from 'kysely';
import type { Actor, Database, EntriesTable, EntryEvent, EntryState, NamedActor } from '../../database/schema.ts';
import { actorName } from '../../database/actor-name.ts';
import { idAfter } from '../../id-after.ts';
import { Refused } from '../../refused.ts';

/** A step in the life of an entry. */
export interface Step {
  from: EntryState | null;
  to: EntryState;
  event: EntryEvent;
  actor: Actor;
  /** The name of the organizer, if one was signed in. */
  name: string | null;
  at: string;
}

/** The state that follows from a state and an event; an event that is missing is not allowed in that state. */
const transitions: Record<EntryState, Partial<Record<EntryEvent, EntryState>>> = {
  waiting: {
    join: 'waiting',
    invite: 'invited',
    accept: 'accepted',
    decline: 'declined',
    later: 'waiting',
    full: 'waiting',
    leave: 'withdrawn',
  },
  invited: {
    join: 'invited',
    accept: 'accepted',
    decline: 'declined',
    later: 'waiting',
    full: 'waiting',
    lapse: 'lapsed',
    revoke: 'waiting',
    leave: 'declined',
    resend: 'invited',
    extend: 'invited',
  },
  accepted: { join: 'accepted', accept: 'accepted', decline: 'cancelled', later: 'cancelled', revoke: 'cancelled', leave: 'cancelled' },
  declined: { join: 'waiting', accept: 'accepted', decline: 'declined', later: 'waiting', full: 'waiting', reopen: 'waiting' },
  lapsed: { join: 'waiting', reopen: 'waiting', leave: 'withdrawn' },
  cancelled: {
    join: 'waiting',
    accept: 'accepted',
    decline: 'cancelled',
    later: 'cancelled',
    full: 'waiting',
    reopen: 'waiting',
  },
  withdrawn: { join: 'waiting', reopen: 'waiting' },
};

/**
 * Returns the state after an event; undefined if the event is not allowed. Every state change goes through here. Whether a founder may
 * still change an answer (declined → accepted, or waiting → accepted after "not this time") is up to the caller, who knows whether the
 * invitation is open.
 */
export function nextState(state: EntryState, event: EntryEvent): EntryState | undefined {
  return transitions[state][event];
}

const stateSentences: Record<EntryState, string> = {
  waiting: 'The founder is on the waitlist',
  invited: 'The founder already has an invitation',
  accepted: 'The founder already has a seat',
  declined: 'The founder declined',
  lapsed: 'The founder did not answer in time',
  cancelled: 'The founder no longer has a seat',
  withdrawn: 'The founder left the waitlist',
};

/** The second half of a refusal, by the organizer's action. */
const refusals: Partial<Record<EntryEvent, string>> = {
  invite: 'and only founders on the waitlist can be invited',
  revoke: 'so there is nothing to withdraw',
  reopen: 'so there is nothing to reopen',
  resend: 'so there is no invitation to resend',
  extend: 'so there is no invitation to extend',
};

/**
 * Changes the state of an entry, and records in the history who did it. This is the only code that changes a state. Only a waiting founder
 * can be at the head of the waitlist, and house facts are stored only for founders with a seat. Throws Refused.
 */
export async function transition(
  db: Transaction<Database>,
  entry: Pick<EntriesTable, 'id' | 'state'>,
  event: EntryEvent,
  { by, now, ...more }: { by: NamedActor; now: Date } & Partial<Pick<EntriesTable, 'head_since' | 'joined_at'>>,
): Promise<EntryState> {
  const to = nextState(entry.state, event);
  if (!to) throw new Refused(`${stateSentences[entry.state]}, ${refusals[event] ?? 'so this is not possible'}.`);
  const changesNothing = event === 'join' && to === entry.state;
  await db
    .updateTable('entries')
    .set({ state: to, ...(!changesNothing && { head_since: null }), ...more })
    .where('id', '=', entry.id)
    .execute();
  if (to !== 'accepted') await db.deleteFrom('house_facts').where('entry_id', '=', entry.id).execute();
  if (!changesNothing) await recordStep(db, entry.id, { from: entry.state, to, event, ...actorColumns(by), at: now.toISOString() });
  return to;
}

/** Returns the columns that name the actor of a change. */
export const actorColumns = (by: NamedActor): Pick<Step, 'actor' | 'name'> => ({
  actor: typeof by === 'string' ? by : 'organizer',
  name: actorName(by),
});

/**
 * Records a step in the history of an entry. Steps are read in the order of their ids, so a step gets an id after those of all others. Only
 * the first step of a new entry needs no order: founders who join at the same moment read no common row, over which their transactions would
 * conflict where they are serializable.
 */
export async function recordStep(db: Transaction<Database>, entryId: string, { from, to, event, actor, name, at }: Step): Promise<void> {
  const newest = from === null ? null : await findNewestStepId(db);
  await db
    .insertInto('entry_history')
    .values({ id: idAfter(newest, at), entry_id: entryId, from_state: from, to_state: to, event, actor, actor_name: name, at })
    .execute();
}

async function findNewestStepId(db: Transaction<Database>): Promise<string | null> {
  const { newest } = await db
    .selectFrom('entry_history')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return newest;
}
