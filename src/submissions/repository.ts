import type { Kysely, Transaction } from 'kysely';
import { consentsIn } from '../forms/consent.ts';
import type { FormDefinition, Values } from '../forms/definition.ts';
import { locksRows } from '../database/engine.ts';
import type { Engine } from '../database/engine.ts';
import { endCooldown, startCooldown } from '../database/cooldowns.ts';
import { emailKey, searchable } from '../database/normalize.ts';
import { TransactionRejected } from '../database/unavailable.ts';
import { personOf } from '../forms/person.ts';
import { submissionColumns, submissionFromRow } from '../forms/submission.ts';
import type { Submission } from '../forms/submission.ts';
import { enqueue } from '../outbox/repository.ts';
import type { NewDelivery } from '../outbox/repository.ts';
import type { Database, SubmissionState, TokensTable } from '../database/schema.ts';
import { submissionQueries } from './queries.ts';

/** A validated post, ready to be stored. Its id is a UUID version 7. */
export interface NewSubmission {
  id: string;
  form: Pick<FormDefinition, 'id' | 'kind' | 'name' | 'version' | 'fields'>;
  values: Values;
  utm: Values;
  receivedAt: Date;
  /** The slug of the retreat whose waitlist it joins; empty for a workshop. */
  retreat: string;
}

/** A submission with everything that is stored in the same transaction. */
export interface Recording {
  submission: NewSubmission;
  state: SubmissionState;
  deliveries: NewDelivery[];
  /** The proof of work that is spent with it. */
  proof?: { signature: string; expiresAt: Date };
  /** For a held submission: the link that confirms it, and until when another post with the same address gets no other mail. */
  link?: { hash: string; expiresAt: Date; cooldownUntil: Date };
  /** For the waitlist: whether the founder could come at two weeks' notice, if she was asked. */
  shortNotice?: boolean | undefined;
}

/** `repeated`: the person had sent this form before. */
export interface Recorded {
  id: string;
  repeated: boolean;
}

/** The proof of work was used before. */
export class ProofSpent extends TransactionRejected {
  override name = 'ProofSpent';
}

export type Confirmed = { kind: 'unknown' } | { kind: 'expired' } | { kind: 'confirmed' | 'already' | 'ready'; submissions: Submission[] };

/** Returns what to enqueue for a submission that is accepted. */
export type DeliveriesFor = (submission: Submission) => NewDelivery[];

/** Runs in the transaction that accepts a submission. */
export type OnAccepted = (
  db: Transaction<Database>,
  accepted: { id: string; retreat: string; emailKey: string; at: Date; shortNotice?: boolean | undefined },
) => Promise<void>;

export type Submissions = ReturnType<typeof createSubmissions>;

const emailOf = ({ person }: Pick<Submission, 'person'>) => emailKey(person.email);

/**
 * Returns the repository of form submissions. `onAccepted` runs in the same transaction whenever one is accepted.
 * Its methods throw StoreUnavailable when the engine fails.
 */
export function createSubmissions(engine: Engine, onAccepted: OnAccepted) {
  return {
    ...submissionQueries(engine),

    /**
     * Stores a submission, its deliveries and its spent proof in one transaction; durable once the promise resolves. The same form, retreat and address again supersedes the
     * submission that stood; the older row remains. Throws ProofSpent.
     */
    record({ submission, state, deliveries, proof, link, shortNotice }: Recording): Promise<Recorded> {
      const { id, form, values, utm, receivedAt, retreat } = submission;
      const key = emailKey(personOf(values).email);
      return engine.transact(async (db) => {
        if (proof) await spend(db, proof);
        const repeated = state !== 'quarantined' && (await supersede(db, { id, form_id: form.id, email_key: key, retreat, state }));
        await db
          .insertInto('submissions')
          .values({
            id,
            form_id: form.id,
            form_kind: form.kind,
            form_name: form.name,
            email_key: key,
            state,
            fields: JSON.stringify(values),
            utm: JSON.stringify(utm),
            consents: JSON.stringify(consentsIn(form, values)),
            search: searchable(Object.values(values).join('\n')),
            received_at: receivedAt.toISOString(),
            superseded_by: null,
            retreat,
          })
          .execute();
        if (state === 'accepted') await onAccepted(db, { id, retreat, emailKey: key, at: receivedAt, shortNotice });
        if (!link || (await startCooldown(db, `confirm ${key}`, receivedAt, link.cooldownUntil))) {
          if (link) await addToken(db, { hash: link.hash, purpose: 'confirm', subject: id, expires_at: link.expiresAt.toISOString() });
          await enqueue(db, deliveries, { submissionId: id, now: receivedAt });
        }
        return { id, repeated };
      });
    },

    /** Returns what `confirm` would accept, and changes nothing. */
    findConfirmable(tokenHash: string, now: Date): Promise<Confirmed> {
      return engine.read((db) => held(db, tokenHash, now));
    },

    /**
     * Accepts the held submissions that a confirmation token stands for; `deliveriesFor` says what to enqueue for each. One token stands for everything that its
     * address was held for, since an address gets one confirmation mail an hour: the newest answers of each form count.
     */
    confirm(tokenHash: string, now: Date, deliveriesFor: DeliveriesFor): Promise<Confirmed> {
      return engine.transact(async (db) => {
        const found = await held(db, tokenHash, now, locksRows(engine));
        if (found.kind !== 'ready') return found;
        for (const submission of found.submissions)
          if (!(await supersedeByNewer(db, submission))) await accept(db, onAccepted, submission, now, deliveriesFor);
        // The button was pressed by a reader of this inbox: another confirmation mail need not wait for the cooldown.
        await endCooldown(db, `confirm ${emailOf(found.submissions[0] as Submission)}`);
        await db.updateTable('tokens').set({ used_at: now.toISOString() }).where('hash', '=', tokenHash).execute();
        return { kind: 'confirmed', submissions: found.submissions };
      });
    },

    /** Accepts a quarantined submission as if it were new. Returns undefined if there is none with this id. */
    release(id: string, now: Date, deliveriesFor: DeliveriesFor): Promise<Submission | undefined> {
      return engine.transact(async (db) => {
        const row = await db
          .selectFrom('submissions')
          .select(submissionColumns)
          .where('id', '=', id)
          .where('state', '=', 'quarantined')
          .$if(locksRows(engine), (query) => query.forUpdate())
          .executeTakeFirst();
        if (!row) return undefined;
        await accept(db, onAccepted, submissionFromRow(row), now, deliveriesFor);
        return { ...submissionFromRow(row), state: 'accepted' };
      });
    },
  };
}

/** Spent once, by the primary key: of many posts with one proof at the same moment only one comes further. */
async function spend(db: Transaction<Database>, { signature, expiresAt }: { signature: string; expiresAt: Date }): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spent_proofs')
    .values({ signature, expires_at: expiresAt.toISOString() })
    .onConflict((conflict) => conflict.column('signature').doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw new ProofSpent();
}

/** Lets what stood of the same person, form and state give way. */
async function supersede(
  db: Transaction<Database>,
  { id, form_id, email_key, retreat, state }: { id: string; form_id: string; email_key: string; retreat: string; state: SubmissionState },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ superseded_by: id })
    .where('form_id', '=', form_id)
    .where('email_key', '=', email_key)
    .where('retreat', '=', retreat)
    .where('state', '=', state)
    .where('superseded_by', 'is', null)
    .where('id', '!=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

async function addToken(db: Transaction<Database>, token: Omit<TokensTable, 'used_at'>): Promise<void> {
  await db
    .insertInto('tokens')
    .values({ ...token, used_at: null })
    .execute();
}

/** With `lock`, the second of two concurrent confirmations waits, and then finds the token used. */
async function held(db: Kysely<Database>, tokenHash: string, now: Date, lock = false): Promise<Confirmed> {
  const token = await db.selectFrom('tokens').selectAll().where('hash', '=', tokenHash).where('purpose', '=', 'confirm').executeTakeFirst();
  if (!token) return { kind: 'unknown' };
  const own = await db
    .selectFrom('submissions')
    .select([...submissionColumns, 'email_key'])
    .where('id', '=', token.subject)
    .executeTakeFirst();
  if (!own) return { kind: 'expired' };
  if (token.used_at) return { kind: 'already', submissions: [submissionFromRow(own)] };
  if (token.expires_at <= now.toISOString()) return { kind: 'expired' };
  const rows = await db
    .selectFrom('submissions')
    .select(submissionColumns)
    .where('email_key', '=', own.email_key)
    .where('state', '=', 'held')
    .where('superseded_by', 'is', null)
    .orderBy('received_at')
    .$if(lock, (query) => query.forUpdate())
    .execute();
  return rows.length > 0
    ? { kind: 'ready', submissions: rows.map(submissionFromRow) }
    : { kind: 'already', submissions: [submissionFromRow(own)] };
}

/** Supersedes a held submission by newer answers that were accepted meanwhile; their mails were sent already. Returns whether there are any. */
async function supersedeByNewer(db: Transaction<Database>, submission: Submission): Promise<boolean> {
  const newer = await db
    .selectFrom('submissions')
    .select('id')
    .where('form_id', '=', submission.formId)
    .where('email_key', '=', emailOf(submission))
    .where('retreat', '=', submission.retreat)
    .where('state', '=', 'accepted')
    .where('superseded_by', 'is', null)
    .where('received_at', '>', submission.receivedAt)
    .executeTakeFirst();
  if (newer)
    await db.updateTable('submissions').set({ state: 'accepted', superseded_by: newer.id }).where('id', '=', submission.id).execute();
  return newer !== undefined;
}

async function accept(
  db: Transaction<Database>,
  onAccepted: OnAccepted,
  submission: Submission,
  now: Date,
  deliveriesFor: DeliveriesFor,
): Promise<void> {
  const { id, formId, retreat } = submission;
  await supersede(db, { id, form_id: formId, email_key: emailOf(submission), retreat, state: 'accepted' });
  await db.updateTable('submissions').set({ state: 'accepted' }).where('id', '=', id).execute();
  await onAccepted(db, { id, retreat, emailKey: emailOf(submission), at: now });
  await enqueue(db, deliveriesFor({ ...submission, state: 'accepted' }), { submissionId: id, now });
}
