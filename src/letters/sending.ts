import type { Kysely } from 'kysely';
import { pluralize } from '../content/format.ts';
import type { Engine } from '../database/engine.ts';
import { inParts } from '../database/list-parameters.ts';
import { lockStored } from '../database/row-lock.ts';
import type { Database, OrganizerActor } from '../database/schema.ts';
import type { Values } from '../forms/definition.ts';
import { fullName, personOf } from '../forms/person.ts';
import { enqueueForEach } from '../outbox/enqueue.ts';
import { Refused } from '../refused.ts';
import type { Audience } from './audience.ts';
import { takeBackWindowMs } from './letter.ts';
import type { Candidate, Selection } from './selection.ts';
import { changeLetter, recordEvent, assertUnchanged, storedPayloadOf, type SeenLetter } from './stored-letter.ts';

/** Why a founder of the audience does not get the letter. */
type LeftOut = 'unsubscribed' | 'bounced' | 'already sent' | 'already registered';

interface Separated {
  to: Candidate[];
  leftOut: LeftOutCandidate[];
}

interface LeftOutCandidate extends Candidate {
  reason: LeftOut;
}

type AddressIdOf = (email: string) => string;

/** The methods of the letters' repository about recipients. */
export function sendingMethods(engine: Engine) {
  return {
    /** Returns how many founders a selection has, whether they can get a letter or not. */
    countSelected: (select: Selection): Promise<number> => engine.read(async (db) => (await select(db)).length),

    /**
     * Returns the founders of a selection who get a letter, those who got it, and the others who do not get it: how many there are, and as
     * many of each by name as the limit says.
     */
    readRecipients(id: string, select: Selection, addressIdOf: AddressIdOf, limit = Infinity) {
      return engine.read(async (db) => {
        const { to, leftOut } = await separateRecipients(db, id, await select(db), addressIdOf);
        const [sent, others] = [leftOut.filter(wasSent), leftOut.filter((founder) => !wasSent(founder))];
        const shown = { to: to.slice(0, limit), leftOut: [...sent.slice(0, limit), ...others.slice(0, limit)] };
        const named = await readNames(db, [...shown.to, ...shown.leftOut]);
        return {
          counts: { to: to.length, sent: sent.length, others: others.length },
          to: shown.to.flatMap(({ submissionId }) => named.get(submissionId) ?? []),
          leftOut: shown.leftOut.flatMap(({ submissionId, reason }) => {
            const founder = named.get(submissionId);
            return founder ? [{ ...founder, reason }] : [];
          }),
        };
      });
    },

    /**
     * Enqueues a letter for the founders of its group who did not get it yet; it is emailed after `takeBackWindowMs`. All in one
     * transaction: after a crash, the outbox has either all of its emails or none. Returns the number of founders who get it. Throws
     * Refused if nobody would get it, or if it was not tested, or changed after it was seen.
     */
    send(
      seen: SeenLetter,
      selectionOf: (audience: Audience) => Selection,
      { addressIdOf, by, now }: { addressIdOf: AddressIdOf; by: OrganizerActor; now: Date },
    ): Promise<number> {
      return changeLetter(engine, seen.id, async (db, letter) => {
        assertUnchanged(letter, seen);
        const { id, audience, testedAt } = letter;
        const select = selectionOf(audience);
        if (!testedAt) throw new Refused('Email the letter to yourself first, and read it as founders will.');
        const { to: candidates, leftOut } = await separateRecipients(db, id, await select(db), addressIdOf);
        const to = await lockStored(db, 'submissions', candidates, ({ submissionId }) => submissionId);
        if (to.length === 0) throw new Refused(nobodyText(leftOut));
        const sentAt = now.toISOString();
        const notBefore = new Date(now.getTime() + takeBackWindowMs);
        for (const part of inParts(to)) {
          const rows = part.map(({ emailKey, submissionId }) => ({
            letter_id: id,
            email_key: emailKey,
            submission_id: submissionId,
            sent_at: sentAt,
          }));
          const added = await db
            .insertInto('letter_recipients')
            .values(rows)
            .onConflict((conflict) => conflict.columns(['letter_id', 'email_key']).doNothing())
            .returning('submission_id')
            .execute();
          const submissionIds = added.map(({ submission_id }) => submission_id);
          await enqueueForEach(db, submissionIds, { channel: 'mail', kind: 'letter', payload: { letter: id }, notBefore, now });
        }
        await db.updateTable('letters').set({ sent_at: sentAt }).where('id', '=', id).execute();
        await recordEvent(db, { letter: id, event: 'sent', by, now });
        return to.length;
      });
    },

    /**
     * Takes back the last sending of a letter: deletes its emails. Returns the number of founders who do not get it, and when it was sent
     * before that; null if nobody gets it now.
     */
    takeBack(id: string, by: OrganizerActor, now: Date): Promise<{ count: number; sentAt: string | null }> {
      return changeLetter(engine, id, async (db, { sentAt }) => {
        if (!sentAt) throw new Refused('The letter was not sent, so there is nothing to take back.');
        if (now.getTime() >= Date.parse(sentAt) + takeBackWindowMs)
          throw new Refused(
            `The letter has already gone out; you can take it back only within ${takeBackWindowMs / 1000} seconds of sending it.`,
          );
        const deleted = await db
          .deleteFrom('deliveries')
          .where('kind', '=', 'letter')
          .where('payload', '=', storedPayloadOf(id))
          .where('state', '=', 'due')
          .where('attempts', '=', 0)
          .where('created_at', '=', sentAt)
          .returning('submission_id')
          .execute();
        const submissions = deleted.flatMap(({ submission_id }) => submission_id ?? []);
        for (const part of inParts(submissions))
          await db.deleteFrom('letter_recipients').where('letter_id', '=', id).where('submission_id', 'in', part).execute();
        const { last } = await db
          .selectFrom('letter_recipients')
          .select(({ fn }) => fn.max('sent_at').as('last'))
          .where('letter_id', '=', id)
          .executeTakeFirstOrThrow();
        await db.updateTable('letters').set({ sent_at: last }).where('id', '=', id).execute();
        await recordEvent(db, { letter: id, event: 'taken-back', by, now });
        return { count: submissions.length, sentAt: last };
      });
    },
  };
}

const wasSent = ({ reason }: LeftOutCandidate): boolean => reason === 'already sent';

/** Returns the name and the address of these founders, by the id of the submission, without those who were erased since they were read. */
async function readNames(db: Kysely<Database>, candidates: Candidate[]) {
  const named = new Map<string, { name: string; email: string }>();
  for (const part of inParts(candidates)) {
    const ids = part.map(({ submissionId }) => submissionId);
    for (const { id, fields } of await db.selectFrom('submissions').select(['id', 'fields']).where('id', 'in', ids).execute()) {
      const person = personOf(JSON.parse(fields) as Values);
      named.set(id, { name: fullName(person), email: person.email });
    }
  }
  return named;
}

function nobodyText(leftOut: LeftOutCandidate[]): string {
  const sent = leftOut.filter(wasSent).length;
  return sent > 0
    ? `The letter was already sent to ${pluralize(sent, 'founder')}, and nobody else in its group would get it.`
    : 'Nobody would get this letter: its group is empty, or every founder in it is left out. Choose another group.';
}

/** Separates the founders who get a letter from those who do not, with the reason. */
async function separateRecipients(db: Kysely<Database>, id: string, candidates: Candidate[], addressIdOf: AddressIdOf): Promise<Separated> {
  const optedOut = new Set((await db.selectFrom('letter_opt_outs').select('address_id').execute()).map(({ address_id }) => address_id));
  const bounces = await db.selectFrom('suppressions').select('email_key').where('reason', '=', 'bounced').execute();
  const bounced = new Set(bounces.map(({ email_key }) => email_key));
  const earlier = await db.selectFrom('letter_recipients').select('email_key').where('letter_id', '=', id).execute();
  const alreadySent = new Set(earlier.map(({ email_key }) => email_key));
  const reasonFor = ({ emailKey, isRegistered }: Candidate): LeftOut | undefined => {
    if (alreadySent.has(emailKey)) return 'already sent';
    if (isRegistered) return 'already registered';
    if (optedOut.has(addressIdOf(emailKey))) return 'unsubscribed';
    return bounced.has(emailKey) ? 'bounced' : undefined;
  };
  const recipients: Separated = { to: [], leftOut: [] };
  for (const candidate of candidates) {
    const reason = reasonFor(candidate);
    if (reason) recipients.leftOut.push({ ...candidate, reason });
    else recipients.to.push(candidate);
  }
  return recipients;
}
