import type { FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import type { Content } from '../content/content.ts';
import { chooseRetreatOfForm, type ClosedRetreats } from '../content/retreat-schedule.ts';
import { isFormOpen } from '../content/workshop-schedule.ts';
import type { SubmissionState } from '../database/schema.ts';
import { ownedForms, type OwnedForm } from '../forms/catalog.ts';
import type { FormDefinition } from '../forms/definition.ts';
import { problemsIn } from '../forms/validate.ts';
import { HttpError } from '../http/http-error.ts';
import { isOwnOrigin } from '../http/origin.ts';
import { clientOf, type RateLimit } from '../http/rate-limit.ts';
import { readBody } from '../http/form-post.ts';
import { hashOf, tokenFor } from '../link-tokens.ts';
import { notSavedNotice, proofExpiredNotice, sentTooOftenNotice, type RedisplayedForm } from './redisplay.ts';
import { parseFields, type ParsedFields } from './parse-fields.ts';
import type { PlanDeliveries } from './plan-deliveries.ts';
import type { Proofs, Verdict } from './proof-of-work.ts';
import { ProofSpent, type SubmissionToStore, type Submissions } from './repository.ts';

/** The outcome of a post. `held`: it counts once its email address is confirmed. */
type PostOutcome = { kind: 'received' | 'held' } | RedisplayedForm;

export interface ReceiveParts {
  siteUrl: string;
  secret: string;
  content: Content;
  submissions: Pick<Submissions, 'record'>;
  /** Returns the closed retreats, whose forms take sign-ups for another one. It never rejects. */
  listClosedRetreats: () => Promise<ClosedRetreats>;
  countPost: RateLimit;
  proofs: Proofs;
  /** Returns the deliveries to enqueue for a submission; for a held one, the email with the link that confirms it. */
  planDeliveries: PlanDeliveries;
  /** Called after each submission that is stored, because the outbox may have something to send. */
  onStored: () => void;
  now: () => Date;
  /** Called with the cause of every 503, without anything that a visitor typed. */
  report: (error: unknown, reference: string) => void;
}

/**
 * Returns the function that turns a post into a stored submission: guard, parse, one transaction, outcome. No step that costs more than
 * reading the body runs for a client over its limit. It throws HttpError for a post that no correction of a field would make valid.
 */
export function createReceive(parts: ReceiveParts): (request: FastifyRequest, formId: string) => Promise<PostOutcome> {
  const forms = new Map(ownedForms(parts.content).map((owned) => [owned.form.id, owned]));

  function openForm(formId: string): FormDefinition {
    const owned = forms.get(formId);
    // A frame cannot show the usual page of this status.
    if (!owned) throw new HttpError(404, { page: 'problems/unknown-form.html' });
    const page = closedPage(owned, parts.content, parts.now());
    if (page) throw new HttpError(410, { page });
    return owned.form;
  }

  async function receive(request: FastifyRequest, formId: string): Promise<PostOutcome> {
    if (!isOwnOrigin(request.headers.origin, parts.siteUrl)) throw new HttpError(403);
    const retryAfterSeconds = await parts.countPost(clientOf(request));
    const form = openForm(formId);
    const parsed = parseFields(await readBody(request), form);
    const typed = { kind: 'redisplayed', form, values: { ...parsed.utm, ...parsed.values }, problems: {} } as const;
    if (retryAfterSeconds > 0) return { ...typed, status: 429, notice: sentTooOftenNotice(retryAfterSeconds), retryAfterSeconds };

    const problems = { ...problemsIn(form, parsed.values), ...parsed.problems };
    if (Object.keys(problems).length > 0) return { ...typed, status: 422, problems };
    const proof = parsed.proof === '' ? undefined : await parts.proofs.verify(parsed.proof);
    if (proof && !proof.isValid) return { ...typed, status: 422, notice: proofExpiredNotice };

    try {
      await parts.submissions.record(await submissionToStore(form, parsed, proof));
    } catch (error) {
      if (error instanceof ProofSpent) return { ...typed, status: 422, notice: proofExpiredNotice };
      parts.report(error, request.id);
      return { ...typed, status: 503, notice: notSavedNotice(request.id) };
    }
    parts.onStored();
    // A robot that filled in the honeypot gets the same answer as a visitor.
    return { kind: proof ? 'received' : 'held' };
  }

  async function submissionToStore(form: FormDefinition, parsed: ParsedFields, proof: ValidProof | undefined): Promise<SubmissionToStore> {
    const now = parts.now();
    const id = uuid({ msecs: now.getTime() });
    const retreat =
      form.kind === 'waitlist' ? chooseRetreatOfForm(parts.content.retreats, form.id, now, await parts.listClosedRetreats()) : '';
    const submission = { id, form, values: parsed.values, utm: parsed.utm, receivedAt: now, retreat };
    const state = stateOfPost(parsed, proof);
    const deliveries = state === 'quarantined' ? [] : parts.planDeliveries({ formKind: form.kind, state });
    const linkHash = state === 'held' ? hashOf(tokenFor(parts.secret, 'confirm', id)) : undefined;
    return { submission, state, deliveries, proof, linkHash };
  }

  return receive;
}

type ValidProof = Verdict & { isValid: true };

/**
 * Decides in which state a post is stored. A post that filled in the honeypot, or came sooner than a person can type, is quarantined. A
 * post without a proof of work is held until its email address is confirmed. Every other post is accepted.
 */
function stateOfPost({ isHoneypotFilled }: ParsedFields, proof: ValidProof | undefined): SubmissionState {
  if (isHoneypotFilled || proof?.isEarly) return 'quarantined';
  return proof ? 'accepted' : 'held';
}

/**
 * Returns the built page that replaces a closed form, including in the response to a post (status 410); undefined while the form is open.
 */
export function closedPage({ form, workshop }: OwnedForm, { workshops }: Pick<Content, 'workshops'>, now: Date): string | undefined {
  return !workshop || isFormOpen(workshop, workshops, now) ? undefined : `app/form/${form.id}/closed.html`;
}
