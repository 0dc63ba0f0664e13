import type { Transaction } from 'kysely';
import { consentsIn } from '../forms/consent.ts';
import type { FormDefinition, Values } from '../forms/definition.ts';
import type { Engine } from '../database/engine.ts';
import { confirmationCooldown, startCooldown } from '../database/cooldowns.ts';
import { emailKey, searchable } from '../database/normalize.ts';
import { personOf } from '../forms/person.ts';
import { enqueue, type NewDelivery } from '../outbox/enqueue.ts';
import type { Database, SubmissionState } from '../database/schema.ts';
import { insertIfNew } from '../database/store-row.ts';
import { Refused } from '../refused.ts';
import type { MovedAlong, WaitlistHooks } from './accept.ts';
import { confirmationMethods, storeLink } from './confirmations.ts';
import { confirmationCooldownMs } from './limits.ts';
import { withinMailLimit } from './mail-limit.ts';
import { organizerActionMethods } from './organizer-actions.ts';
import { queryMethods } from './queries.ts';
import { sameFounderMethods } from './same-founder.ts';
import { supersede } from './supersede.ts';

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
  proof?: { signature: string; expiresAt: Date } | undefined;
  /** For a held submission: the hash of the token in the link that confirms it. */
  linkHash?: string | undefined;
  /** For the waitlist: whether the founder could come at two weeks' notice, if the form asked. */
  shortNotice?: boolean | undefined;
  /** For the waitlist: if its founder moves along. */
  movedAlong?: MovedAlong;
  /** For a correction: the id of the submission that it corrects. */
  corrects?: string;
}

export class ProofSpent extends Refused {
  override name = 'ProofSpent';
}

export type Submissions = ReturnType<typeof createSubmissions>;

/** Returns the repository of form submissions. Its methods throw StoreUnavailable when the engine fails. */
export function createSubmissions(engine: Engine, waitlists: WaitlistHooks) {
  return {
    ...queryMethods(engine),
    ...sameFounderMethods(engine),
    ...confirmationMethods(engine, waitlists),
    ...organizerActionMethods(engine, waitlists),

    /**
     * Stores a submission, its deliveries and its spent proof in one transaction; durable once the promise resolves. It supersedes the
     * current one of the same form, retreat, address and state, whose row remains; a quarantined submission supersedes none. Emails beyond
     * the day's limit of the address are left out. Throws ProofSpent, and EntryEnded.
     */
    record({ submission, state, deliveries, proof, linkHash, corrects, ...forWaitlist }: SubmissionToStore): Promise<{ id: string }> {
      const { id, form, values, utm, receivedAt } = submission;
      const key = emailKey(personOf(values).email);
      return engine.transact(async (db) => {
        if (proof) await spend(db, proof);
        const retreat = await (corrects === undefined
          ? waitlists.skipClosedRetreat(db, submission.retreat)
          : waitlists.findRetreatOfCorrection(db, corrects));
        if (state !== 'quarantined') await supersede(db, { id, formId: form.id, emailKey: key, retreat, state });
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
          await waitlists.onAccepted(db, { id, retreat, emailKey: key, at: receivedAt, ...forWaitlist, by: 'founder' });
        if (linkHash) {
          const until = new Date(receivedAt.getTime() + confirmationCooldownMs);
          // The link of the earlier email confirms this submission too.
          if (!(await startCooldown(db, confirmationCooldown(form.id, key), { now: receivedAt, until }))) return { id };
          await storeLink(db, { hash: linkHash, subject: id }, receivedAt);
        }
        const cause = { id, formId: form.id, emailKey: key, now: receivedAt };
        await enqueue(db, await withinMailLimit(db, deliveries, cause), { submissionId: id, now: receivedAt });
        return { id };
      });
    },
  };
}

/** The primary key lets each proof be spent once: of simultaneous posts with one proof only one is stored. */
async function spend(db: Transaction<Database>, { signature, expiresAt }: { signature: string; expiresAt: Date }): Promise<void> {
  if (!(await insertIfNew(db, 'spent_proofs', { signature, expires_at: expiresAt.toISOString() }))) throw new ProofSpent();
}
