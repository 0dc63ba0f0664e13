import type { Kysely } from 'kysely';
import type { Database, EntriesTable } from '../../database/schema.ts';
import { listSteps } from './entries.ts';
import { findDatedHouseFacts } from './house.ts';
import { findMemo } from './memos.ts';

/** Returns what is stored about the entries of an address, one for each retreat, the newest first. */
export async function listRetreatRecords(db: Kysely<Database>, emailKey: string) {
  const entries = await db.selectFrom('entries').selectAll().where('email_key', '=', emailKey).orderBy('joined_at', 'desc').execute();
  return Promise.all(entries.map((entry) => recordOf(db, entry)));
}

/**
 * Returns everything that is stored about a founder's entry, as the export of a person shows it. The tokens of the founder's links are not
 * part of it.
 */
async function recordOf(db: Kysely<Database>, { id, retreat, state, joined_at, head_since, short_notice }: EntriesTable) {
  const consent = db.selectFrom('alumnae').select(['given_at as givenAt', 'wording']).where('entry_id', '=', id);
  const house = await findDatedHouseFacts(db, id);
  return {
    id,
    retreat,
    state,
    joinedAt: joined_at,
    headSince: head_since,
    shortNotice: short_notice === 1,
    invitations: await db
      .selectFrom('invitations')
      .select(['note', 'made_at as madeAt', 'expires_at as expiresAt', 'revoked_at as revokedAt', 'answer', 'answered_at as answeredAt'])
      .where('entry_id', '=', id)
      .orderBy('made_at')
      .execute(),
    history: await listSteps(db, id),
    /** When the founder asked to be kept among the alumnae, and the text that was shown; null if the founder did not. */
    alumna: (await consent.executeTakeFirst()) ?? null,
    /** The founder's house facts; null if nothing is stored. */
    house: house ? { ...house.facts, changedAt: house.changedAt } : null,
    memo: await findMemo(db, id),
    /** The later retreats whose waitlist the founder was asked to join; `acceptedAt` and the button's text are null until the founder joins. */
    movedAlong: await db
      .selectFrom('return_offers')
      .select(['retreat', 'asked_at as askedAt', 'accepted_at as acceptedAt', 'wording'])
      .where('entry_id', '=', id)
      .orderBy('asked_at')
      .execute(),
  };
}
