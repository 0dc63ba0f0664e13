import type { Kysely, Transaction } from 'kysely';
import { createHash } from 'node:crypto';
import { consentsIn } from '../forms/consent.ts';
import type { FormDefinition, Values } from '../forms/definition.ts';
import { locksRows } from '../database/engine.ts';
import type { Engine } from '../database/engine.ts';
import { joinWaitlist } from '../retreats/repository/entries.ts';
import { enqueue } from '../outbox/repository.ts';
import type { NewDelivery } from '../outbox/repository.ts';
import type { Database, SubmissionState, TokensTable } from '../database/schema.ts';
import { columns, fromRow } from './queries.ts';
import type { Submission } from './queries.ts';
import type { DeliveriesFor } from '../database/store.ts';

/** A checked post, as it is to be kept. Its id is a UUID of version 7. */
export interface NewSubmission {
  id: string;
  form: Pick<FormDefinition, 'id' | 'kind' | 'name' | 'version' | 'fields'>;
  values: Values;
  utm: Values;
  receivedAt: Date;
}

/** A submission with everything that is stored in the same transaction. */
export interface Recording {
  submission: NewSubmission;
  state: SubmissionState;
  deliveries: NewDelivery[];
  /** The proof of work that it spends. */
  proof?: { signature: string; expiresAt: Date };
  /** For a held one: the link that confirms it, and until when another post of the same address gets no other. */
  link?: { hash: string; expiresAt: Date; quietUntil: Date };
  /** For one on the waitlist: whether she could come at two weeks' notice, where she was asked. */
  shortNotice?: boolean | undefined;
}

/** `repeated`: the person had sent this form before. */
export interface Recorded {
  id: string;
  repeated: boolean;
}

/** The proof of work was used before. */
export class ProofSpent extends Error {
  override name = 'ProofSpent';
}

export type Confirmed = { kind: 'unknown' } | { kind: 'expired' } | { kind: 'confirmed' | 'already' | 'ready'; submissions: Submission[] };

/** How people are told apart: by their address in lower case and NFC. */
export const emailKey = (email: string) => email.normalize('NFC').toLowerCase();

const emailOf = ({ fields }: Pick<Submission, 'fields'>) => emailKey(fields['inf_field_Email'] ?? '');

/** What is searched: in lower case and NFC. PostgreSQL's text holds no NUL. */
export const searchable = (text: string) => text.normalize('NFC').toLowerCase().replaceAll('\0', '\uFFFD');

/** Keeps a submission in one transaction. The same form and address again supersedes what stood; the older row remains. */
export async function record(engine: Engine, { submission, state, deliveries, proof, link, shortNotice }: Recording): Promise<Recorded> {
  const { id, form, values, utm, receivedAt } = submission;
  const key = emailKey(values['inf_field_Email'] ?? '');
  return engine.transact(async (db) => {
    if (proof) await spend(db, proof);
    const repeated = state !== 'quarantined' && (await supersede(db, { id, form_id: form.id, email_key: key, state }));
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
      })
      .execute();
    if (state === 'accepted' && form.kind === 'waitlist') await joinWaitlist(engine, db, key, id, receivedAt);
    if (shortNotice !== undefined)
      await db
        .updateTable('entries')
        .set({ short_notice: shortNotice ? 1 : 0 })
        .where('email_key', '=', key)
        .execute();
    if (!link || (await beginQuiet(db, `confirm ${key}`, receivedAt, link.quietUntil))) {
      if (link) await addToken(db, { hash: link.hash, purpose: 'confirm', subject: id, expires_at: link.expiresAt.toISOString() });
      await enqueue(db, deliveries, { submissionId: id, now: receivedAt });
    }
    return { id, repeated };
  });
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
  { id, form_id, email_key, state }: { id: string; form_id: string; email_key: string; state: SubmissionState },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ superseded_by: id })
    .where('form_id', '=', form_id)
    .where('email_key', '=', email_key)
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

/** How a quiet period is found again. */
export const quietKey = (about: string) => createHash('sha256').update(about).digest('base64url');

/** Whether something may happen now; if so, not again until then. What it is about is kept as a digest alone. */
export async function beginQuiet(db: Transaction<Database>, about: string, now: Date, until: Date): Promise<boolean> {
  const row = { key: quietKey(about), until: until.toISOString() };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('quiet_periods')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ until: row.until }).where('quiet_periods.until', '<=', now.toISOString()),
    )
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

/** See Store.confirmable. */
export function confirmable(engine: Engine, tokenHash: string, now: Date): Promise<Confirmed> {
  return engine.read((db) => held(db, tokenHash, now));
}

/**
 * See Store.confirm. One link stands for everything that its address was held for, since an address gets one mail an hour: the newest
 * answers of each form count.
 */
export function confirm(engine: Engine, tokenHash: string, now: Date, deliveriesFor: DeliveriesFor): Promise<Confirmed> {
  return engine.transact(async (db) => {
    const found = await held(db, tokenHash, now, locksRows(engine));
    if (found.kind !== 'ready') return found;
    for (const submission of found.submissions)
      if (!(await giveWay(db, submission))) await accept(engine, db, submission, now, deliveriesFor);
    // Whoever pressed the button reads this inbox: if she is held once more, the next mail need not wait for its hour.
    await db
      .deleteFrom('quiet_periods')
      .where('key', '=', quietKey(`confirm ${emailOf(found.submissions[0] as Submission)}`))
      .execute();
    await db.updateTable('tokens').set({ used_at: now.toISOString() }).where('hash', '=', tokenHash).execute();
    return { kind: 'confirmed', submissions: found.submissions };
  });
}

/** `lock`: of two who press the button at once, the second waits, and then finds it pressed. */
async function held(db: Kysely<Database>, tokenHash: string, now: Date, lock = false): Promise<Confirmed> {
  const token = await db.selectFrom('tokens').selectAll().where('hash', '=', tokenHash).where('purpose', '=', 'confirm').executeTakeFirst();
  if (!token) return { kind: 'unknown' };
  const own = await db
    .selectFrom('submissions')
    .select([...columns, 'email_key'])
    .where('id', '=', token.subject)
    .executeTakeFirst();
  if (!own) return { kind: 'expired' };
  if (token.used_at) return { kind: 'already', submissions: [fromRow(own)] };
  if (token.expires_at <= now.toISOString()) return { kind: 'expired' };
  const rows = await db
    .selectFrom('submissions')
    .select(columns)
    .where('email_key', '=', own.email_key)
    .where('state', '=', 'held')
    .where('superseded_by', 'is', null)
    .orderBy('received_at')
    .$if(lock, (query) => query.forUpdate())
    .execute();
  return rows.length > 0 ? { kind: 'ready', submissions: rows.map(fromRow) } : { kind: 'already', submissions: [fromRow(own)] };
}

/** See Store.release. */
export function release(engine: Engine, id: string, now: Date, deliveriesFor: DeliveriesFor): Promise<Submission | undefined> {
  return engine.transact(async (db) => {
    const row = await db
      .selectFrom('submissions')
      .select(columns)
      .where('id', '=', id)
      .where('state', '=', 'quarantined')
      .$if(locksRows(engine), (query) => query.forUpdate())
      .executeTakeFirst();
    if (!row) return undefined;
    await accept(engine, db, fromRow(row), now, deliveriesFor);
    return { ...fromRow(row), state: 'accepted' };
  });
}

/** What was held gives way to newer answers that were accepted meanwhile: of those she has had every mail. Answers whether there are any. */
async function giveWay(db: Transaction<Database>, submission: Submission): Promise<boolean> {
  const newer = await db
    .selectFrom('submissions')
    .select('id')
    .where('form_id', '=', submission.formId)
    .where('email_key', '=', emailOf(submission))
    .where('state', '=', 'accepted')
    .where('superseded_by', 'is', null)
    .where('received_at', '>', submission.receivedAt)
    .executeTakeFirst();
  if (newer)
    await db.updateTable('submissions').set({ state: 'accepted', superseded_by: newer.id }).where('id', '=', submission.id).execute();
  return newer !== undefined;
}

async function accept(
  engine: Engine,
  db: Transaction<Database>,
  submission: Submission,
  now: Date,
  deliveriesFor: DeliveriesFor,
): Promise<void> {
  const { id, formId } = submission;
  await supersede(db, { id, form_id: formId, email_key: emailOf(submission), state: 'accepted' });
  await db.updateTable('submissions').set({ state: 'accepted' }).where('id', '=', id).execute();
  if (submission.formKind === 'waitlist') await joinWaitlist(engine, db, emailOf(submission), id, now);
  await enqueue(db, deliveriesFor({ ...submission, state: 'accepted' }), { submissionId: id, now });
}
