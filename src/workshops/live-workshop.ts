import { sql } from 'kysely';
import type { Engine } from '../database/engine.ts';
import { lockIfStored } from '../database/row-lock.ts';
import { upsert } from '../database/store-row.ts';
import { currentSubmissions } from '../forms/submission.ts';

/** The registration behind a founder's link: the newest one of the same founder for the workshop. */
export interface CurrentRegistration {
  id: string;
  formId: string;
}

/**
 * The methods of the workshops' repository about a workshop that takes place: the address of its video call, and the question afterwards.
 */
export function liveWorkshopMethods(engine: Engine) {
  return {
    /** Stores the address of a workshop's video call. Without one, removes it. */
    setMeetingLink(workshop: string, url: string | undefined, now: Date): Promise<void> {
      return engine.transact(async (db) => {
        if (url) await upsert(db, 'meeting_links', { workshop }, { url, changed_at: now.toISOString() });
        else await db.deleteFrom('meeting_links').where('workshop', '=', workshop).execute();
      });
    },

    /** Returns the address of a workshop's video call; undefined until it is stored. */
    findMeetingLink(workshop: string): Promise<string | undefined> {
      return engine.read(async (db) => {
        const row = await db.selectFrom('meeting_links').select('url').where('workshop', '=', workshop).executeTakeFirst();
        return row?.url;
      });
    },

    /** Returns the accepted registration behind a submission's id, or the one that superseded it; undefined if there is none. */
    findRegistration(id: string): Promise<CurrentRegistration | undefined> {
      return engine.read(async (db) => {
        const sent = await db
          .selectFrom('submissions')
          .select(['id', 'form_id', 'email_key', 'superseded_by'])
          .where('id', '=', id)
          .where('state', '=', 'accepted')
          .executeTakeFirst();
        if (!sent?.superseded_by) return sent && { id: sent.id, formId: sent.form_id };
        const newest = await currentSubmissions(db)
          .select('id')
          .where('form_id', '=', sent.form_id)
          .where('email_key', '=', sent.email_key)
          .executeTakeFirst();
        return { id: newest?.id ?? sent.id, formId: sent.form_id };
      });
    },

    /** Returns what a founder answered to the question after a workshop; undefined if there is no answer yet. */
    findFeedback(submissionId: string): Promise<string | undefined> {
      return engine.read(async (db) => {
        const row = await db.selectFrom('feedback').select('answer').where('submission_id', '=', submissionId).executeTakeFirst();
        return row?.answer;
      });
    },

    /** Records an answer; a later one takes its place. Returns false if the registration was erased meanwhile. */
    recordFeedback(submissionId: string, given: { question: string; answer: string }, now: Date): Promise<boolean> {
      return engine.transact(async (db) => {
        if (!(await lockIfStored(db, 'submissions', submissionId))) return false;
        await upsert(db, 'feedback', { submission_id: submissionId }, { ...given, answered_at: now.toISOString() });
        return true;
      });
    },

    /**
     * Returns how often each answer was given by the founders who registered by a form, by question, the most frequent first. A founder
     * who registered and answered again counts once, with the newest answer.
     */
    countFeedback(formId: string): Promise<{ question: string; answer: string; count: number }[]> {
      return engine.read(async (db) => {
        const answers = db
          .selectFrom('feedback')
          .innerJoin('submissions', 'submissions.id', 'feedback.submission_id')
          .select(['question', 'answer'])
          .select(sql<number>`row_number() OVER (PARTITION BY submissions.email_key ORDER BY answered_at DESC)`.as('age'))
          .where('submissions.form_id', '=', formId);
        const rows = await db
          .selectFrom(answers.as('given'))
          .select(['question', 'answer', sql<number>`count(*)`.as('count')])
          .where('age', '=', 1)
          .groupBy(['question', 'answer'])
          .orderBy('count', 'desc')
          .execute();
        return rows.map(({ question, answer, count }) => ({ question, answer, count: Number(count) }));
      });
    },
  };
}
