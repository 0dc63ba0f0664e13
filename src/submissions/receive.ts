import { v7 as uuid } from 'uuid';
import type { Content } from '../content/content.ts';
import { isRegistrationOpen } from '../content/schedule.ts';
import { formsOf } from '../forms/catalog.ts';
import { problemsIn } from '../forms/validate.ts';
import type { FormDefinition, Problems, Values } from '../forms/definition.ts';
import type { NewDelivery } from '../outbox/repository.ts';
import { ProofSpent } from './repository.ts';
import type { Recording } from './repository.ts';
import type { Store } from '../app/open-store.ts';
import type { Submission } from '../forms/submission.ts';
import { hashOf, tokenFor } from '../link-tokens.ts';
import { heldFor, quietFor } from './limits.ts';
import { again } from './notices.ts';
import { isOwnOrigin } from '../http/origin.ts';
import type { Post } from '../http/post.ts';
import type { Proofs, Verdict } from './proof-of-work.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { readBody } from '../http/read-body.ts';
import { readFields } from './parse-fields.ts';
import { Refusal } from '../http/refusal.ts';
import type { RefusalStatus } from '../http/refusal.ts';

/** What a post gets. A page shows it; nothing here speaks HTML. `retryAfter` counts seconds. */
export type Outcome =
  | { kind: 'received'; form: FormDefinition }
  | { kind: 'held'; form: FormDefinition }
  | {
      kind: 'again';
      status: 422 | 429 | 503;
      form: FormDefinition;
      values: Values;
      problems: Problems;
      notice?: string;
      retryAfter?: number;
    }
  | { kind: 'refused'; status: RefusalStatus };

export interface Intake {
  /** Takes a post to a form's address. What goes wrong with it is an outcome, not an error. */
  receive(post: Post, formId: string): Promise<Outcome>;
}

/** What the intake stands on. `report` is told the cause of every 500 and 503, and nothing a visitor typed. */
export interface IntakeParts {
  siteUrl: string;
  secret: string;
  content: Content;
  store: Pick<Store, 'submissions'>;
  rate: RateLimit;
  proofs: Proofs;
  /** What is to be sent on when a submission is taken; for a held one, its confirmation. */
  deliveriesFor: (submission: Pick<Submission, 'formId' | 'formKind' | 'state'>) => NewDelivery[];
  /** Told after each submission that is stored: the outbox may have something to do. */
  stored: () => void;
  now: () => Date;
  report: (error: unknown, reference: string) => void;
}

/** The one way from a post to a stored submission: guard, parse, one transaction, answer. The steps that cost least come first. */
export function createIntake(parts: IntakeParts): Intake {
  const forms = new Map(formsOf(parts.content).map((form) => [form.id, form]));
  const workshops = new Map(parts.content.workshops.map((workshop) => [workshop.form.id, workshop]));

  /** Throws a Refusal. */
  function formFor(formId: string): FormDefinition {
    const form = forms.get(formId);
    if (!form) throw new Refusal(404);
    const workshop = workshops.get(formId);
    if (workshop && !isRegistrationOpen(workshop, parts.now())) throw new Refusal(410);
    return form;
  }

  async function take(post: Post, formId: string): Promise<Outcome> {
    if (!isOwnOrigin(post.origin, parts.siteUrl)) throw new Refusal(403);
    const wait = await parts.rate(post.client);
    const form = formFor(formId);
    const read = readFields(await readBody(post), form);
    const answered = { form, values: { ...read.utm, ...read.values } };
    if (wait > 0) return again(429, answered, { retryAfter: wait });

    const problems = { ...problemsIn(form, read.values), ...read.problems };
    if (Object.keys(problems).length > 0) return again(422, answered, { problems });
    const proof = read.proof === '' ? undefined : await parts.proofs.verify(read.proof);
    if (proof && !proof.valid) return again(422, answered, { notice: 'proof' });

    try {
      await parts.store.submissions.record(recordingOf(form, read, proof));
    } catch (error) {
      if (error instanceof ProofSpent) return again(422, answered, { notice: 'proof' });
      parts.report(error, post.reference);
      return again(503, answered, { notice: 'unsaved', reference: post.reference });
    }
    parts.stored();
    return { kind: proof ? 'received' : 'held', form };
  }

  function recordingOf(form: FormDefinition, read: ReturnType<typeof readFields>, proof?: Verdict & { valid: true }): Recording {
    const now = parts.now();
    const id = uuid({ msecs: now.getTime() });
    const submission = { id, form, values: read.values, utm: read.utm, receivedAt: now };
    const spends = proof && { proof: { signature: proof.signature, expiresAt: proof.expiresAt } };
    if (read.trapped || proof?.early) return { submission, state: 'quarantined', deliveries: [], ...spends };

    const state = proof ? 'accepted' : 'held';
    const deliveries = parts.deliveriesFor({ formId: form.id, formKind: form.kind, state });
    const later = (duration: number) => new Date(now.getTime() + duration);
    const link = { hash: hashOf(tokenFor(parts.secret, 'confirm', id)), expiresAt: later(heldFor), cooldownUntil: later(quietFor) };
    return { submission, state, deliveries, ...spends, ...(state === 'held' && { link }) };
  }

  return {
    receive: (post, formId) =>
      take(post, formId).catch((error: unknown) => {
        if (error instanceof Refusal) return { kind: 'refused', status: error.status };
        parts.report(error, post.reference);
        return { kind: 'refused', status: 500 };
      }),
  };
}
