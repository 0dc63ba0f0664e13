import type { Kysely } from 'kysely';
import { countRows } from '../database/count-rows.ts';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import type { LetterAfterWorkshop } from '../workshops/attendance-text.ts';
import type { Audience } from './audience.ts';
import { letterFromRow, storedPayloadOf, type Letter } from './stored-letter.ts';

/** The methods of the letters' repository that change nothing. */
export function queryMethods(engine: Engine) {
  return {
    /** Returns every letter, the newest first, with how many founders get it and how many of its emails are not delivered. */
    list(): Promise<(Letter & { recipients: number; undelivered: number })[]> {
      return engine.read(async (db) => {
        const rows = await db
          .selectFrom('letters')
          .leftJoin('letter_recipients', 'letter_recipients.letter_id', 'letters.id')
          .selectAll('letters')
          .select(({ fn }) => fn.count('letter_recipients.email_key').as('recipients'))
          .groupBy('letters.id')
          .orderBy('letters.id', 'desc')
          .execute();
        const waiting = await undeliveredMails(db)
          .select(({ fn }) => ['payload', fn.countAll().as('count')])
          .groupBy('payload')
          .execute();
        const counts = new Map(waiting.map(({ payload, count }) => [payload, Number(count)]));
        return rows.map((row) =>
          Object.assign(letterFromRow(row), {
            recipients: Number(row.recipients),
            undelivered: counts.get(storedPayloadOf(row.id)) ?? 0,
          }),
        );
      });
    },

    find(id: string): Promise<Letter | undefined> {
      return engine.read(async (db) => {
        const row = await db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst();
        return row && letterFromRow(row);
      });
    },

    /** Returns how many founders get a letter, including those who have left its group, and how many of its emails are not delivered. */
    countSent(id: string): Promise<{ recipients: number; undelivered: number }> {
      return engine.read(async (db) => ({
        recipients: await countRows(db.selectFrom('letter_recipients').where('letter_id', '=', id)),
        undelivered: await countRows(undeliveredMails(db).where('payload', '=', storedPayloadOf(id))),
      }));
    },

    listHistory(id: string) {
      return engine.read((db) =>
        db
          .selectFrom('letter_history')
          .select(['event', 'actor_name as actorName', 'at'])
          .where('letter_id', '=', id)
          .orderBy('id')
          .execute(),
      );
    },

    /** Returns the letter after a workshop that the founder of a registration was last sent; null if there is none. */
    findSentAfterWorkshop(submissionId: string, workshop: string): Promise<LetterAfterWorkshop | null> {
      return engine.read(async (db) => {
        const rows = await db
          .selectFrom('submissions')
          .innerJoin('letter_recipients', 'letter_recipients.email_key', 'submissions.email_key')
          .innerJoin('letters', 'letters.id', 'letter_recipients.letter_id')
          .select(['audience', 'letter_recipients.sent_at as sentAt'])
          .where('submissions.id', '=', submissionId)
          .orderBy('letter_recipients.sent_at', 'desc')
          .execute();
        for (const { audience, sentAt } of rows) {
          const group = JSON.parse(audience) as Audience;
          if (group.of === 'workshop' && group.workshop === workshop) return { attendance: group.attendance, sentAt };
        }
        return null;
      });
    },

    /** Returns since when an address gets no letters; undefined if it may get some. */
    findOptOut(addressId: string): Promise<{ since: string } | undefined> {
      return engine.read((db) => db.selectFrom('letter_opt_outs').select('since').where('address_id', '=', addressId).executeTakeFirst());
    },
  };
}

const undeliveredMails = (db: Kysely<Database>) =>
  db.selectFrom('deliveries').where('state', '!=', 'delivered').where('channel', '=', 'mail').where('kind', '=', 'letter');
