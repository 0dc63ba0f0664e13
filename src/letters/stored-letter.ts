import { hash } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import { actorName } from '../database/actor-name.ts';
import type { Engine } from '../database/engine.ts';
import type { LetterEvent, LettersTable } from '../database/letter-tables.ts';
import type { Database, OrganizerActor } from '../database/schema.ts';
import { Refused } from '../refused.ts';
import type { Audience } from './audience.ts';
import type { LetterDraft } from './letter.ts';

/** A letter as it is stored. Instants are ISO 8601 in UTC. */
export interface Letter extends LetterDraft {
  id: string;
  testedAt: string | null;
  /** When it was last sent; null while nobody gets it. */
  sentAt: string | null;
  /** A digest of its words and its group, which changes with each of them. */
  version: string;
}

/** Returns the payload of a letter's deliveries as it is stored. */
export const storedPayloadOf = (letterId: string): string => JSON.stringify({ letter: letterId });

/** A letter as an organizer saw it. What the organizer then does with it is refused if it was changed in the meantime. */
export type SeenLetter = Pick<Letter, 'id' | 'version'>;

/** Returns the refusal of an id that no letter has. */
export const unknownLetter = () =>
  new Refused('There is no such letter; it may have been deleted. Choose another one from the list of letters.');

/** Runs work on a letter that no other transaction can change in the meantime. Throws Refused if there is no such letter. */
export function changeLetter<Result>(
  engine: Engine,
  id: string,
  work: (db: Transaction<Database>, letter: Letter) => Promise<Result>,
): Promise<Result> {
  return engine.transact(async (db) => {
    const row = await db.selectFrom('letters').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw unknownLetter();
    return work(db, letterFromRow(row));
  });
}

/** Throws Refused if a letter is no longer as the organizer saw it. */
export function assertUnchanged(letter: Letter, { version }: SeenLetter): void {
  if (letter.version !== version)
    throw new Refused('The letter was changed in the meantime, so nothing was done. Read it as it is now, and then try again.');
}

interface NewEvent {
  /** The id of the letter. */
  letter: string;
  event: LetterEvent;
  by: OrganizerActor;
  now: Date;
}

/** Adds a row to a letter's history. */
export async function recordEvent(db: Transaction<Database>, { letter, event, by, now }: NewEvent): Promise<void> {
  await db
    .insertInto('letter_history')
    .values({ id: uuid(), letter_id: letter, event, actor_name: actorName(by), at: now.toISOString() })
    .execute();
}

/** Returns a letter from its row. */
export const letterFromRow = ({ id, subject, text, link, audience, tested_at, sent_at }: Selectable<LettersTable>): Letter => ({
  id,
  subject,
  text: JSON.parse(text) as string[],
  link: JSON.parse(link) as Letter['link'],
  audience: JSON.parse(audience) as Audience,
  testedAt: tested_at,
  sentAt: sent_at,
  version: hash('sha256', JSON.stringify([subject, text, link, audience]), 'base64url'),
});
