import type { Kysely } from 'kysely';
import { nextRetreatSlug } from '../../content/retreat-schedule.ts';
import { countRows } from '../../database/count-rows.ts';
import type { Database, EntryState } from '../../database/schema.ts';
import { Refused } from '../../refused.ts';
import { entryStates, takesSeat } from '../entry-states.ts';
import type { EventSettings } from './entry-deliveries.ts';

export interface RetreatSeats {
  /** In words, for example "Spring 2026". */
  season: string;
  capacity: number;
  /** When freed seats are no longer offered and invitations end; undefined for a retreat whose page ignores its end. */
  startsAt: Date | undefined;
  /** When its last day is over, and no more founders are invited; undefined for a retreat whose page ignores its end. */
  endsAt: Date | undefined;
}

/** What inviting, answering and revoking must know besides the database. */
export interface InvitationSettings extends EventSettings {
  /** The seats of each retreat, by its slug. */
  retreats: ReadonlyMap<string, RetreatSeats>;
  /** Returns the hash of an invitation's token, which is what is stored. */
  hashFor: (invitationId: string) => string;
  mailsEachAnswer: boolean;
}

export const seatStates = entryStates.filter(takesSeat);

/** Counts the entries of a retreat in some states. */
export const countEntries = (db: Kysely<Database>, retreat: string, states: EntryState[]): Promise<number> =>
  countRows(db.selectFrom('entries').where('retreat', '=', retreat).where('state', 'in', states));

/** Returns the seats of a retreat. Throws Refused if it is not announced yet, or if the content has no such retreat. */
export function seatsOf(settings: InvitationSettings, retreat: string): RetreatSeats {
  const seats = settings.retreats.get(retreat);
  if (seats) return seats;
  throw new Refused(
    retreat === nextRetreatSlug
      ? 'This founder joined the waitlist for the next retreat, which is not announced yet, so there are no seats to offer. Once you have added and published that retreat, the founders who wait for it will be on its waitlist, and you can invite them.'
      : `content/retreats has no folder "${retreat}", so there are no seats to offer; restore the folder.`,
  );
}
