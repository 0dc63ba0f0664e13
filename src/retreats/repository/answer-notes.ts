import type { Kysely, Transaction } from 'kysely';
import { hourMs } from '../../durations.ts';
import { startCooldown } from '../../database/cooldowns.ts';
import type { Engine } from '../../database/engine.ts';
import type { Database, EntriesTable, EntryEvent, EntryState } from '../../database/schema.ts';
import { fullName } from '../../forms/person.ts';
import type { DigestAnswer, Period } from '../../submissions/digest.ts';
import { findEntry } from './entries.ts';
import { entryOfSubmission } from './standing.ts';
import { enqueueMail } from './entry-deliveries.ts';
import type { InvitationSettings } from './seats.ts';

/** A founder who changes an answer repeatedly causes one more email after this time, with the newest answer. */
const noteCooldownMs = hourMs;

/** The steps in which a founder answers, or does not answer in time. */
const answerEvents = ['accept', 'decline', 'later', 'full', 'lapse', 'leave'] as const satisfies EntryEvent[];

/** The text after the founder's name in emails to the organizer, by the state that an answer led to. */
const answerTexts: Record<EntryState, string> = {
  accepted: 'accepted a seat',
  declined: 'declined the invitation',
  waiting: 'cannot come this time and stays on the waitlist',
  lapsed: 'did not answer in time',
  cancelled: 'gave up the seat',
  withdrawn: 'left the waitlist',
  invited: 'has an invitation',
};
const fullText = 'accepted after all seats were taken, and is at the head of the waitlist';

export function answerNoteMethods(engine: Engine) {
  return {
    /** Returns the newest answer of the entry that a submission belongs to; undefined if there is none. */
    findLatestAnswer(submissionId: string): Promise<DigestAnswer | undefined> {
      return engine.read(async (db) => {
        const latest = await answerSteps(db)
          .where('entry_id', 'in', entryOfSubmission(db, submissionId).select('entries.id'))
          .orderBy('id', 'desc')
          .executeTakeFirst();
        return latest && findAnswer(db, latest);
      });
    },

    /** Returns the newest answer of each entry that answered in a period. */
    listAnswers({ since, until }: Period): Promise<DigestAnswer[]> {
      return engine.read(async (db) => {
        const steps = await answerSteps(db).where('at', '>=', since).where('at', '<', until).orderBy('id').execute();
        const newestSteps = new Map(steps.map((step) => [step.entry_id, step])).values();
        const answers = await Promise.all(Array.from(newestSteps, (step) => findAnswer(db, step)));
        return answers.filter((answer) => answer !== undefined);
      });
    },
  };
}

/** Selects the steps in which founders answered, or did not answer in time. */
const answerSteps = (db: Kysely<Database>) =>
  db.selectFrom('entry_history').select(['entry_id', 'event', 'to_state']).where('event', 'in', answerEvents);

type AnswerStep = Awaited<ReturnType<ReturnType<typeof answerSteps>['execute']>>[number];

/** Returns the answer that a step records; undefined if its entry was erased. */
async function findAnswer(db: Kysely<Database>, { entry_id, event, to_state }: AnswerStep): Promise<DigestAnswer | undefined> {
  const entry = await findEntry(db, entry_id);
  if (!entry) return undefined;
  const { id, person } = entry.submission;
  return {
    id,
    name: fullName(person),
    brand: person.brand,
    retreat: entry.retreat,
    answer: event === 'full' ? fullText : answerTexts[to_state],
  };
}

/**
 * Enqueues an email to the organizer about an answer, if content asks for it: the first immediately, and one for all further answers an
 * hour after the first of them.
 */
export async function enqueueAnswerNote(
  db: Transaction<Database>,
  entry: EntriesTable,
  settings: Pick<InvitationSettings, 'mailsEachAnswer'>,
  now: Date,
) {
  if (!settings.mailsEachAnswer) return;
  const kind = 'organizer-answer';
  const later = new Date(now.getTime() + noteCooldownMs);
  if (await startCooldown(db, `answer ${entry.id}`, { now, until: later })) return enqueueMail(db, entry, { kind, now });
  if (await startCooldown(db, `another answer ${entry.id}`, { now, until: later }))
    await enqueueMail(db, entry, { kind, notBefore: later, now });
}
