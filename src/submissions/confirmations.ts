import type { Kysely, Transaction } from 'kysely';
import { endCooldowns, postCooldowns } from '../database/cooldowns.ts';
import { hasRow } from '../database/count-rows.ts';
import type { Engine } from '../database/engine.ts';
import { emailKey } from '../database/normalize.ts';
import type { Database } from '../database/schema.ts';
import { upsert } from '../database/store-row.ts';
import { submissionColumns, submissionFromRow, type Submission, type SubmissionRow } from '../forms/submission.ts';
import { confirmationLifetimeMs } from './limits.ts';
import { acceptStored, type Acceptance, type WaitlistHooks } from './accept.ts';

/**
 * The meaning of a confirmation token. `submission` is the one whose post caused the email. `versions` are the different answers that are
 * held for its form and address, those of `submission` first and then the newest: anybody can send answers with anybody's address, and only
 * the reader of the inbox knows which are genuine. `hasMore`: there are more of them than one page lists.
 */
export type Confirmation =
  | { kind: 'unknown' }
  | { kind: 'expired' }
  | { kind: 'confirmed' | 'already-handled'; submission: Submission }
  | { kind: 'ready'; submission: Submission; versions: Submission[]; hasMore: boolean };

/** How many different answers one page lists at most. */
const maxVersions = 100;

/** How many of the newest held submissions are read to find them: a bot can send thousands, and reading them holds up every other visitor. */
const maxRead = 500;

export function confirmationMethods(engine: Engine, waitlists: WaitlistHooks) {
  return {
    /** Returns the meaning of a confirmation token, and changes nothing. */
    findConfirmation(tokenHash: string, now: Date): Promise<Confirmation> {
      return engine.read((db) => readConfirmation(db, tokenHash, { now }));
    },

    /**
     * Accepts one held submission: the one that a confirmation token stands for, or the version of it with the id `chosen`. An unknown
     * version changes nothing.
     */
    confirm(
      tokenHash: string,
      { chosen, ...acceptance }: Omit<Acceptance, 'by'> & { chosen?: string | undefined },
      now: Date,
    ): Promise<Confirmation> {
      return engine.transact(async (db) => {
        const confirmation = await readConfirmation(db, tokenHash, { now, lock: true });
        if (confirmation.kind !== 'ready') return confirmation;
        const submission = chosen ? confirmation.versions.find(({ id }) => id === chosen) : confirmation.submission;
        if (!submission) return confirmation;
        // Another link of the address may stand for the chosen version, and be used concurrently.
        if (!(await isStillHeld(db, submission.id))) return readConfirmation(db, tokenHash, { now });
        await acceptStored(db, waitlists, submission, { ...acceptance, by: 'founder' }, now);
        // The button was pressed by a reader of this inbox: other emails to this address need not wait.
        await endCooldowns(db, postCooldowns(submission.formId, emailKey(submission.person.email)));
        // From now on the link stands for the chosen version: the one behind it may stay held, and is then erased after a week.
        await db.updateTable('tokens').set({ subject: submission.id, used_at: now.toISOString() }).where('hash', '=', tokenHash).execute();
        return { kind: 'confirmed', submission };
      });
    },
  };
}

/** Stores the link that confirms a held submission. If it exists already, it stands for this submission and is valid again. */
export async function storeLink(db: Transaction<Database>, { hash, subject }: { hash: string; subject: string }, now: Date): Promise<void> {
  const expires_at = new Date(now.getTime() + confirmationLifetimeMs).toISOString();
  await upsert(db, 'tokens', { hash }, { subject, purpose: 'confirm', expires_at, used_at: null });
}

/** Returns whether a submission is held. No other transaction changes it before this one ends. */
const isStillHeld = (db: Transaction<Database>, id: string): Promise<boolean> =>
  hasRow(db.selectFrom('submissions').select('id').where('id', '=', id).where('state', '=', 'held').forUpdate());

/** Returns the meaning of a token. With `lock`, the second of two concurrent confirmations waits, and then finds the token used. */
async function readConfirmation(
  db: Kysely<Database>,
  tokenHash: string,
  { now, lock = false }: { now: Date; lock?: boolean },
): Promise<Confirmation> {
  const token = await db
    .selectFrom('tokens')
    .selectAll()
    .where('hash', '=', tokenHash)
    .where('purpose', '=', 'confirm')
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!token) return { kind: 'unknown' };
  const row = await db
    .selectFrom('submissions')
    .select([...submissionColumns, 'email_key'])
    .where('id', '=', token.subject)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) return { kind: 'expired' };
  const submission = submissionFromRow(row);
  if (token.used_at || row.state !== 'held') return { kind: 'already-handled', submission };
  if (token.expires_at <= now.toISOString()) return { kind: 'expired' };
  const { others, hasMore } = await listOtherVersions(db, row);
  return { kind: 'ready', submission, versions: [submission, ...others], hasMore };
}

/**
 * Returns the newest of the other answers that are held for the form and address of a submission, and whether there can be more. The same
 * answers sent twice are one version.
 */
async function listOtherVersions(db: Kysely<Database>, row: SubmissionRow & { email_key: string }) {
  const rows = await db
    .selectFrom('submissions')
    .select(submissionColumns)
    .where('form_id', '=', row.form_id)
    .where('email_key', '=', row.email_key)
    .where('state', '=', 'held')
    .orderBy('number', 'desc')
    .limit(maxRead)
    .execute();
  const byAnswers = Map.groupBy(rows, ({ fields }) => fields);
  byAnswers.delete(row.fields);
  const newest = [...byAnswers.values()].flatMap((sameAnswers) => sameAnswers.slice(0, 1));
  const others = newest.slice(0, maxVersions - 1).map(submissionFromRow);
  return { others, hasMore: newest.length > others.length || rows.length === maxRead };
}
