import type { Transaction } from 'kysely';
import { consentsIn } from '../forms/consent.ts';
import type { FormDefinition, Values } from '../forms/definition.ts';
import type { Engine } from '../database/engine.ts';
import { confirmationCooldown, startCooldown } from '../database/cooldowns.ts';
import { emailKey, searchable } from '../database/normalize.ts';
import { TransactionRejected } from '../database/unavailable.ts';
import { personOf } from '../forms/person.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { NewDelivery } from '../outbox/enqueue.ts';
import type { Database, SubmissionState, TokensTable } from '../database/schema.ts';
import { confirmationMethods } from './confirmations.ts';
import { withinMailLimit, withoutNoteFlood } from './mail-limit.ts';
import { organizerActionMethods } from './organizer-actions.ts';
import type { Accept, AcceptedBy } from './organizer-actions.ts';
import { queryMethods } from './queries.ts';
import { supersede, supersedeByNewer } from './supersede.ts';

/** A validated post, ready to be stored. Its id is a UUID version 7. */
interface NewSubmission {
  id: string;
  form: Pick<FormDefinition, 'id' | 'kind' | 'name' | 'version' | 'fields'>;
  values: Values;
  utm: Values;
  receivedAt: Date;
  /** The slug of the retreat whose waitlist it joins; empty for a workshop. */
  retreat: string;
}

/** A submission with everything that is stored in the same transaction. */
export interface SubmissionToStore {
  submission: NewSubmission;
  state: SubmissionState;
  deliveries: NewDelivery[];
  /** The proof of work that is spent with it. */
  proof?: { signature: string; expiresAt: Date };
  /** For a held submission: the link that confirms it, and until when another post of the same form and address gets no other mail. */
  link?: { hash: string; expiresAt: Date; cooldownUntil: Date };
  /** For the waitlist: whether the founder could come at two weeks' notice, if the form asked. */
  shortNotice?: boolean | undefined;
  /** For the waitlist: the earlier entry whose founder moves along, and the text of the button. */
  movedAlong?: MovedAlong;
}

interface MovedAlong {
  /** The id of the earlier entry. */
  from: string;
  wording: string;
}

/** Runs in the transaction that accepts a submission. */
type OnAccepted = (
  db: Transaction<Database>,
  accepted: {
    id: string;
    retreat: string;
    emailKey: string;
    at: Date;
    shortNotice?: boolean | undefined;
    movedAlong?: MovedAlong | undefined;
    by: AcceptedBy;
  },
) => Promise<void>;

/** The proof of work was used before. */
export class ProofSpent extends TransactionRejected {
  override name = 'ProofSpent';
}

export type Submissions = ReturnType<typeof createSubmissions>;

/**
 * Returns the repository of form submissions. `onAccepted` runs in the same transaction whenever one is accepted.
 * Its methods throw StoreUnavailable when the engine fails.
 */
export function createSubmissions(engine: Engine, onAccepted: OnAccepted) {
  const accept: Accept = async (db, submission, { planDeliveries, by, now }) => {
    const { id, formId, retreat } = submission;
    const key = emailKey(submission.person.email);
    if (await supersedeByNewer(db, submission, key)) return;
    await supersede(db, { id, form_id: formId, email_key: key, retreat, state: 'accepted' });
    await db.updateTable('submissions').set({ state: 'accepted', superseded_by: null, retreat }).where('id', '=', id).execute();
    await onAccepted(db, { id, retreat, emailKey: key, at: now, by });
    const planned = planDeliveries({ ...submission, state: 'accepted' });
    const deliveries = await withoutNoteFlood(db, planned, { receivedAt: new Date(submission.receivedAt), now });
    await enqueue(db, deliveries, { submissionId: id, now });
  };

  return {
    ...queryMethods(engine),
    ...confirmationMethods(engine, accept),
    ...organizerActionMethods(engine, accept),

    /**
     * Stores a submission, its deliveries and its spent proof in one transaction; durable once the promise resolves. It supersedes the
     * current one of the same form, retreat, address and state, whose row remains; a quarantined submission supersedes none. Mails beyond
     * the day's limit of the address are left out. Throws ProofSpent.
     */
    record({ submission, state, deliveries, proof, link, shortNotice, movedAlong }: SubmissionToStore): Promise<{ id: string }> {
      const { id, form, values, utm, receivedAt, retreat } = submission;
      const key = emailKey(personOf(values).email);
      return engine.transact(async (db) => {
        if (proof) await spend(db, proof);
        if (state !== 'quarantined') await supersede(db, { id, form_id: form.id, email_key: key, retreat, state });
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
        if (state === 'accepted')
          await onAccepted(db, { id, retreat, emailKey: key, at: receivedAt, shortNotice, movedAlong, by: 'founder' });
        if (!link || (await startCooldown(db, confirmationCooldown(form.id, key), receivedAt, link.cooldownUntil))) {
          if (link) await addToken(db, { hash: link.hash, purpose: 'confirm', subject: id, expires_at: link.expiresAt.toISOString() });
          const cause = { id, formId: form.id, emailKey: key, now: receivedAt };
          await enqueue(db, await withinMailLimit(db, deliveries, cause), { submissionId: id, now: receivedAt });
        }
        return { id };
      });
    },
  };
}

/** The primary key lets each proof be spent once: of simultaneous posts with one proof only one is stored. */
async function spend(db: Transaction<Database>, { signature, expiresAt }: { signature: string; expiresAt: Date }): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spent_proofs')
    .values({ signature, expires_at: expiresAt.toISOString() })
    .onConflict((conflict) => conflict.column('signature').doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw new ProofSpent();
}

async function addToken(db: Transaction<Database>, token: Omit<TokensTable, 'used_at'>): Promise<void> {
  await db
    .insertInto('tokens')
    .values({ ...token, used_at: null })
    .execute();
}
