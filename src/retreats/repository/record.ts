import type { Kysely } from 'kysely';
import type { Database, EntriesTable } from '../../database/schema.ts';
import type { HouseFacts } from '../house-facts.ts';
import { stepsOf } from './entries.ts';
import type { Entry } from './entries.ts';
import { houseFactsOf } from './house.ts';
import { memoOf } from './memos.ts';
import type { Step } from './transitions.ts';

/**
 * Everything that is stored about a founder's entry, as the export of a person shows it. The tokens of the founder's
 * links are not part of it.
 */
interface RetreatRecord extends Pick<Entry, 'id' | 'retreat' | 'state' | 'joinedAt' | 'headSince' | 'shortNotice' | 'memo'> {
  invitations: {
    note: string;
    madeAt: string;
    expiresAt: string;
    revokedAt: string | null;
    answer: string | null;
    answeredAt: string | null;
  }[];
  history: Step[];
  /** When the founder asked to be kept among the alumnae, and the text that was shown; null if the founder did not. */
  alumna: { givenAt: string; wording: string } | null;
  /** The founder's house facts; null if nothing is stored. */
  house: (HouseFacts & { changedAt: string }) | null;
  /**
   * The later retreats whose waitlist the founder was asked to join; `acceptedAt` and the button's text are null until the founder joins.
   */
  movedAlong: { retreat: string; askedAt: string; acceptedAt: string | null; wording: string | null }[];
}

/** Returns what is stored about the entries of an address, one for each retreat, the newest first. */
export async function retreatRecords(db: Kysely<Database>, emailKey: string): Promise<RetreatRecord[]> {
  const entries = await db.selectFrom('entries').selectAll().where('email_key', '=', emailKey).orderBy('joined_at', 'desc').execute();
  return Promise.all(entries.map((entry) => recordOf(db, entry)));
}

async function recordOf(db: Kysely<Database>, entry: EntriesTable): Promise<RetreatRecord> {
  const { id, retreat, state, joined_at: joinedAt, head_since: headSince, short_notice } = entry;
  const rows = await db.selectFrom('invitations').selectAll().where('entry_id', '=', id).orderBy('made_at').execute();
  const invitations = rows.map(({ note, made_at, expires_at, revoked_at, answer, answered_at }) => ({
    note,
    madeAt: made_at,
    expiresAt: expires_at,
    revokedAt: revoked_at,
    answer,
    answeredAt: answered_at,
  }));
  const asked = await db.selectFrom('return_offers').selectAll().where('entry_id', '=', id).orderBy('asked_at').execute();
  const movedAlong = asked.map((row) => ({
    retreat: row.retreat,
    askedAt: row.asked_at,
    acceptedAt: row.accepted_at,
    wording: row.wording,
  }));
  const consent = await db.selectFrom('alumnae').selectAll().where('entry_id', '=', id).executeTakeFirst();
  const alumna = consent ? { givenAt: consent.given_at, wording: consent.wording } : null;
  const houseFacts = await houseFactsOf(db, id);
  const house = houseFacts ? { ...houseFacts.facts, changedAt: houseFacts.changedAt } : null;
  const history = await stepsOf(db, id);
  const memo = await memoOf(db, id);
  const shortNotice = short_notice === 1;
  return { id, retreat, state, joinedAt, headSince, shortNotice, invitations, history, alumna, house, memo, movedAlong };
}
