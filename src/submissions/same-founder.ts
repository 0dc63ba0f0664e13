import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import { submissionColumns, submissionFromRow, type Submission } from '../forms/submission.ts';
import { hasRow } from '../database/count-rows.ts';
import type { Engine } from '../database/engine.ts';
import type { Database, SubmissionsTable } from '../database/schema.ts';

/** Returns what distinguishes the founders of forms and retreats from each other. */
export const founderKey = ({ formId, retreat, emailKey }: { formId: string; retreat: string; emailKey: string }): string =>
  `${formId} ${retreat} ${emailKey}`;

/** Finds what one founder has sent more than once: other forms, and older answers to the same form. */
export function sameFounderMethods(engine: Engine) {
  return {
    /** Returns the other current submissions with the address of this one, newest first, possible spam last. */
    listOthers(id: string, limit: number): Promise<Submission[]> {
      return engine.read(async (db) => {
        const rows = await db
          .selectFrom('submissions')
          .select(submissionColumns)
          .where('email_key', '=', (inner) => inner.selectFrom('submissions').select('email_key').where('id', '=', id))
          .where('id', '!=', id)
          .where('superseded_by', 'is', null)
          .orderBy((eb) => eb('state', '=', 'quarantined'))
          .orderBy('number', 'desc')
          .limit(limit)
          .execute();
        return rows.map(submissionFromRow);
      });
    },

    /** Returns the submission with this id and the newest of the older ones that it superseded; undefined if there is none. */
    findWithOlder(id: string, limit: number): Promise<SubmissionWithOlder | undefined> {
      return engine.read(async (db) => {
        const row = await db.selectFrom('submissions').select(columnsToFindOlder).where('id', '=', id).executeTakeFirst();
        return row && withOlder(db, row, limit);
      });
    },

    /** Returns at most ten submissions whose id starts with a prefix, in order of arrival, each with the older ones it superseded. */
    async listByIdPrefix(prefix: string): Promise<SubmissionWithOlder[]> {
      const start = prefix.toLowerCase();
      return engine.read(async (db) => {
        const rows = await db
          .selectFrom('submissions')
          .select(columnsToFindOlder)
          .where('id', '>=', start)
          .where('id', '<', `${start}g`)
          .orderBy('id')
          .limit(10)
          .execute();
        return Promise.all(rows.map((row) => withOlder(db, row)));
      });
    },

    /**
     * Returns the founders, each as `founderKey`, of the accepted submissions between two instants, superseded ones included, who had one of
     * the same form and retreat accepted before that time: they correct earlier answers.
     */
    async listCorrections({ since, until }: { since: string; until: string }): Promise<Set<string>> {
      const rows = await engine.read((db) =>
        db
          // Each founder once: somebody who has sent a form thousands of times would otherwise be looked up for each of them.
          .selectFrom((eb) =>
            eb
              .selectFrom('submissions')
              .select(['form_id', 'email_key', 'retreat'])
              .distinct()
              .where('state', '=', 'accepted')
              .where('received_at', '>=', since)
              .where('received_at', '<', until)
              .as('submissions'),
          )
          .select(['form_id as formId', 'email_key as emailKey', 'retreat'])
          // Without `coalesce`, SQLite reads every earlier submission of the site for each founder, by the index of states and times.
          .where((eb) =>
            eb.exists(acceptedOfSameFounder(eb).where(({ fn, val }) => fn.coalesce('earlier.received_at', val('')), '<', since)),
          )
          .execute(),
      );
      return new Set(rows.map(founderKey));
    },

    /** Returns whether a submission is not the first accepted one of its founder, form and retreat. */
    isCorrection(id: string): Promise<boolean> {
      return engine.read((db) =>
        hasRow(
          db
            .selectFrom('submissions')
            .select('id')
            .where('id', '=', id)
            .where((eb) => eb.exists(acceptedOfSameFounder(eb).whereRef('earlier.number', '<', 'submissions.number'))),
        ),
      );
    },
  };
}

/** Selects the accepted submissions of the same founder, form and retreat, as `earlier`, within a query of submissions. */
const acceptedOfSameFounder = ({ selectFrom }: ExpressionBuilder<Database, 'submissions'>) =>
  selectFrom('submissions as earlier')
    .select('earlier.id')
    .whereRef('earlier.form_id', '=', 'submissions.form_id')
    .whereRef('earlier.email_key', '=', 'submissions.email_key')
    .whereRef('earlier.retreat', '=', 'submissions.retreat')
    .where('earlier.state', '=', 'accepted');

/** A submission and the older ones that it superseded, the newest first. */
interface SubmissionWithOlder {
  submission: Submission;
  older: Submission[];
}

const columnsToFindOlder = [...submissionColumns, 'number', 'email_key'] as const;

/**
 * Returns a submission with the superseded ones of the same address, form and retreat before it. Anybody can post with somebody else's
 * address: a submission that is not accepted superseded only ones that were not accepted either.
 */
async function withOlder(
  db: Kysely<Database>,
  row: Omit<Selectable<SubmissionsTable>, 'search'>,
  limit?: number,
): Promise<SubmissionWithOlder> {
  let query = db
    .selectFrom('submissions')
    .select(submissionColumns)
    .where('form_id', '=', row.form_id)
    .where('email_key', '=', row.email_key)
    .where('retreat', '=', row.retreat)
    .where('number', '<', row.number)
    .where('superseded_by', 'is not', null);
  if (row.state !== 'accepted') query = query.where('state', '=', row.state);
  if (limit !== undefined) query = query.limit(limit);
  const older = await query.orderBy('number', 'desc').execute();
  return { submission: submissionFromRow(row), older: older.map(submissionFromRow) };
}
