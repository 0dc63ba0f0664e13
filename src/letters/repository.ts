import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Engine } from '../database/engine.ts';
import type { Database, OrganizerActor } from '../database/schema.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { claimKey } from '../database/claims.ts';
import { insertIfNew } from '../database/store-row.ts';
import { Refused } from '../refused.ts';
import type { LetterDraft } from './letter.ts';
import { queryMethods } from './queries.ts';
import { sendingMethods } from './sending.ts';
import {
  changeLetter,
  letterFromRow,
  recordEvent,
  assertUnchanged,
  storedPayloadOf,
  type Letter,
  type SeenLetter,
} from './stored-letter.ts';

export type Letters = ReturnType<typeof createLetters>;

/** Returns the repository of the letters. Its methods throw StoreUnavailable when the engine fails, and Refused. */
export function createLetters(engine: Engine) {
  return {
    ...queryMethods(engine),
    ...sendingMethods(engine),

    /** Stores a new letter; returns its id. */
    write(draft: LetterDraft, by: OrganizerActor, now: Date): Promise<string> {
      return engine.transact((db) => write(db, draft, by, now));
    },

    /**
     * Returns the ids of the letters to the audiences of these drafts, and stores those that do not exist yet. Of simultaneous calls with
     * one key, the first stores them.
     */
    ensure(key: string, drafts: LetterDraft[], by: OrganizerActor, now: Date): Promise<string[]> {
      return engine.transact(async (db) => {
        // PostgreSQL lets a second transaction wait here until the letters of the first are stored.
        await claimKey(db, key, now);
        const rows = await db.selectFrom('letters').selectAll().orderBy('id', 'desc').execute();
        const known = rows.map(letterFromRow);
        const ids: string[] = [];
        for (const draft of drafts) {
          const letter = known.find(({ audience }) => isDeepStrictEqual(audience, draft.audience));
          ids.push(letter?.id ?? (await write(db, draft, by, now)));
        }
        return ids;
      });
    },

    /**
     * Stores another text or audience; returns the letter as it is now. Throws Refused if the letter was sent, or changed after it
     * was seen.
     */
    revise(seen: SeenLetter, draft: LetterDraft, by: OrganizerActor, now: Date): Promise<Letter> {
      return changeLetter(engine, seen.id, async (db, letter) => {
        if (letter.sentAt) throw new Refused('The letter was sent and can no longer be changed; write another one.');
        assertUnchanged(letter, seen);
        const row = await db
          .updateTable('letters')
          .set({ ...toRow(draft), tested_at: null })
          .where('id', '=', letter.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await recordEvent(db, { letter: letter.id, event: 'changed', by, now });
        return letterFromRow(row);
      });
    },

    /**
     * Deletes a letter that was not sent, and a test of it that was not emailed yet. Throws Refused if the letter was sent, or changed
     * after it was seen.
     */
    delete(seen: SeenLetter): Promise<void> {
      return changeLetter(engine, seen.id, async (db, letter) => {
        if (letter.sentAt) throw new Refused('The letter was sent and cannot be deleted.');
        assertUnchanged(letter, seen);
        const { id } = letter;
        await db.deleteFrom('deliveries').where('kind', '=', 'letter-test').where('payload', '=', storedPayloadOf(id)).execute();
        await db.deleteFrom('letter_history').where('letter_id', '=', id).execute();
        await db.deleteFrom('letters').where('id', '=', id).execute();
      });
    },

    /** Emails a letter to the organizer. Throws Refused if it was changed after it was seen. */
    test(seen: SeenLetter, by: OrganizerActor, now: Date): Promise<void> {
      return changeLetter(engine, seen.id, async (db, letter) => {
        assertUnchanged(letter, seen);
        const { id } = letter;
        await db.updateTable('letters').set({ tested_at: now.toISOString() }).where('id', '=', id).execute();
        await enqueue(db, [{ channel: 'mail', kind: 'letter-test', payload: { letter: id } }], { submissionId: null, now });
        await recordEvent(db, { letter: id, event: 'tested', by, now });
      });
    },

    /** Records that an address gets no more letters. This is permanent. */
    async optOut(addressId: string, now: Date): Promise<void> {
      await engine.transact((db) => insertIfNew(db, 'letter_opt_outs', { address_id: addressId, since: now.toISOString() }));
    },
  };
}

async function write(db: Transaction<Database>, draft: LetterDraft, by: OrganizerActor, now: Date): Promise<string> {
  const id = uuid();
  await db
    .insertInto('letters')
    .values({ id, ...toRow(draft), tested_at: null, sent_at: null })
    .execute();
  await recordEvent(db, { letter: id, event: 'written', by, now });
  return id;
}

const toRow = ({ subject, text, link, audience }: LetterDraft) => ({
  subject,
  text: JSON.stringify(text),
  link: JSON.stringify(link),
  audience: JSON.stringify(audience),
});
