import type { FastifyInstance, FastifyReply } from 'fastify';
import { formInUse, type FormInUse } from '../content/form-in-use.ts';
import { retreatChooserOnAcceptance } from '../content/retreat-schedule.ts';
import { findForm, ownedForms, type OwnedForm } from '../forms/catalog.ts';
import type { Values } from '../forms/definition.ts';
import { acceptsHtml } from '../http/error-pages.ts';
import { HttpError, tooManyRequests } from '../http/http-error.ts';
import { assertOwnOrigin } from '../http/origin.ts';
import type { Pages } from '../http/pages.ts';
import { unknownLink } from '../http/private-page.ts';
import { clientOf, type RateLimit } from '../http/rate-limit.ts';
import { pressedButton, readForm } from '../http/form-post.ts';
import { redirectTemporarily } from '../http/redirect.ts';
import { hashOf, readSignedId, signedId } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import type { RedisplayedForm } from './redisplay.ts';
import type { ConfirmView } from './components/Confirm.tsx';
import { closedPage, createReceive, type ReceiveParts } from './receive.ts';
import type { Confirmation } from './confirmations.ts';
import type { Submissions } from './repository.ts';

interface SubmissionRouteParts extends Omit<ReceiveParts, 'submissions'> {
  submissions: Pick<Submissions, 'record' | 'confirm' | 'findConfirmation' | 'find'>;
  /** Returns whether the founder of a submission was on a waitlist and no longer is. */
  isOffWaitlist: (submissionId: string) => Promise<boolean>;
  pages: Pages;
  countChallenge: RateLimit;
}

/** The pages of the forms, the address that they post to, and the confirmation of an email address. */
export function submissionRoutes(app: FastifyInstance, parts: SubmissionRouteParts): void {
  const { siteUrl, secret, content, submissions, listClosedRetreats, proofs, pages, now } = parts;
  const receive = createReceive(parts);
  const workshopForms = new Set(content.workshops.map(({ form }) => form.id));
  // Only a waitlist can be closed: the form of a workshop is shown without reading the store.
  const findFormInUse = async (formId: string) =>
    formInUse(content, formId, now(), workshopForms.has(formId) ? new Set<string>() : await listClosedRetreats());

  app.post<{ Params: typeof paths.process.params }>(paths.process.route, async (request, reply) => {
    const { formId, isForNext } = await findFormInUse(request.params.formId);
    const outcome = await receive(request, formId);
    if (outcome.kind !== 'redisplayed')
      return reply.redirect(outcome.kind === 'held' ? paths.checkInbox(formId) : paths.received(formId), 303);
    const { status, retryAfterSeconds } = outcome;
    if (retryAfterSeconds) reply.header('retry-after', String(retryAfterSeconds));
    if (!acceptsHtml(request.raw)) return sendPlainText(reply, outcome);
    const view = async () => ({ redisplayed: { ...outcome, isForNext, challenge: await proofs.createChallenge() } });
    return pages.sendRendered(reply, paths.process(formId), view, { status });
  });

  // Making a challenge takes processor time, so the requests of a client are limited.
  app.get(paths.challenge, async (request, reply) => {
    const retryAfterSeconds = await parts.countChallenge(clientOf(request));
    if (retryAfterSeconds > 0) throw tooManyRequests(retryAfterSeconds);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(await proofs.createChallenge()));
  });

  for (const owned of ownedForms(content)) addFormPages(app, owned, { ...parts, findFormInUse });

  // A mail scanner opens every link: GET shows a button and changes nothing.
  app.get<{ Params: typeof paths.confirm.params }>(paths.confirm.route, async ({ url, params }, reply) => {
    return sendConfirmation(reply, url, await submissions.findConfirmation(hashOf(params.token), now()));
  });
  app.post<{ Params: typeof paths.confirm.params }>(paths.confirm.route, { onRequest: pages.admit }, async (request, reply) => {
    const { url, params } = request;
    assertOwnOrigin(request, siteUrl);
    const chosen = pressedButton(await readForm(request, { mayBeEmpty: true }), 'version');
    const retreatOf = retreatChooserOnAcceptance(content.retreats, now(), await listClosedRetreats());
    const acceptance = { chosen, retreatOf, planDeliveries: parts.planDeliveries };
    const confirmation = await submissions.confirm(hashOf(params.token), acceptance, now());
    if (confirmation.kind === 'confirmed') parts.onStored();
    return sendConfirmation(reply, url, confirmation);
  });

  /** Throws HttpError 404 for an unknown token and 410 for an expired one. */
  async function sendConfirmation(reply: FastifyReply, url: string, confirmation: Confirmation): Promise<FastifyReply> {
    if (confirmation.kind === 'unknown') throw unknownLink();
    if (confirmation.kind === 'expired') throw new HttpError(410);
    const { submission } = confirmation;
    const { formId, isAhead } = await findFormInUse(submission.formId);
    const isConfirmed = confirmation.kind !== 'ready';
    const confirm: ConfirmView = {
      isConfirmed,
      isOffWaitlist: isConfirmed && (await parts.isOffWaitlist(submission.id)),
      formName: findForm(content, submission.formId)?.form.name ?? submission.formName,
      formId,
      isAhead,
      versions: isConfirmed ? [] : confirmation.versions,
      hasMore: !isConfirmed && confirmation.hasMore,
      joinHref: paths.join(signedId(secret, 'join', submission.id)),
    };
    return pages.sendRendered(reply, url, { confirm });
  }
}

interface FormPageParts extends SubmissionRouteParts {
  findFormInUse: (formId: string) => Promise<FormInUse>;
}

/** A form as a separate page for a frame, and its thank-you pages. The clock selects one of the built pages. */
function addFormPages(
  app: FastifyInstance,
  owned: OwnedForm,
  { content, submissions, findFormInUse, secret, pages, now }: FormPageParts,
): void {
  const { form } = owned;
  const built = { config: { isFile: true } };

  /** Sends the form with a founder's earlier answers, without what was checked. Throws HttpError 404 and 410 for a token that opens none. */
  async function sendPrefilled(reply: FastifyReply, token: string, isForNext: boolean): Promise<FastifyReply> {
    const id = readSignedId(secret, 'prefill', token);
    if (!id) throw unknownLink();
    const submission = await submissions.find(id);
    if (!submission) throw new HttpError(410);
    const values: Values = {};
    for (const { kind, wire } of form.fields) {
      const answer = submission.fields[wire];
      if (kind !== 'checkbox' && answer) values[wire] = answer;
    }
    const view = { prefilled: { form, values, isForNext } };
    return pages.sendRendered(reply, `/app/form/prefilled/${form.id}`, view);
  }

  app.get<{ Querystring: { with?: string } }>(paths.form(form.id), built, async (request, reply) => {
    const token = request.query.with;
    const { formId, isForNext } = await findFormInUse(form.id);
    if (formId !== form.id) return redirectTemporarily(reply, paths.form(formId));
    if (token !== undefined) return sendPrefilled(reply, token, isForNext);
    return pages.sendBuilt(request, reply, closedPage(owned, content, now()) ?? `app/form/${form.id}${isForNext ? '/next' : ''}.html`);
  });
  app.get(paths.received(form.id), built, async (request, reply) => {
    const { formId, isAhead } = await findFormInUse(form.id);
    if (formId !== form.id) return redirectTemporarily(reply, paths.received(formId));
    return pages.sendBuilt(request, reply, `app/form/${form.id}/${isAhead ? 'received' : 'received-over'}.html`);
  });
  app.get(paths.checkInbox(form.id), built, (request, reply) =>
    pages.sendBuilt(request, reply, `app/form/${form.id}/check-your-inbox.html`),
  );
}

function sendPlainText(reply: FastifyReply, { status, form, problems, notice = '' }: RedisplayedForm): FastifyReply {
  const lines = form.fields.flatMap(({ wire, label }) => (problems[wire] ? [`${label}: ${problems[wire]}`] : []));
  return reply
    .code(status)
    .type('text/plain; charset=utf-8')
    .send([status, notice, ...lines, ''].join('\n'));
}
