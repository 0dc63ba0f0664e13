import type { FastifyInstance, FastifyReply } from 'fastify';
import { phaseOfWorkshop } from '../content/workshop-schedule.ts';
import { HttpError } from '../http/http-error.ts';
import { assertOwnOrigin } from '../http/origin.ts';
import { pressedButton, readForm } from '../http/form-post.ts';
import { paths } from '../paths.ts';
import type { FeedbackView } from './components/FeedbackPage.tsx';
import { readRegistrationBehind } from './registration-link.ts';
import type { WorkshopRouteParts } from './route-parts.ts';

/** The page with the one question after a workshop. Opening it records nothing; the answer can be changed as often as the founder likes. */
export function feedbackRoutes(app: FastifyInstance, parts: WorkshopRouteParts): void {
  const { siteUrl, workshops, pages, now } = parts;
  /** Throws HttpError as `readRegistrationBehind`, and 404 if there is no question. `isEarly`: the workshop has not begun. */
  async function questionBehind(token: string) {
    const { registration, workshop } = await readRegistrationBehind(parts, 'feedback', token);
    const { slug, question, cancelled } = workshop;
    if (!question || cancelled) throw new HttpError(404, { page: 'problems/no-question.html' });
    return { id: registration.id, slug, question, isEarly: phaseOfWorkshop(workshop, now()) === 'upcoming' };
  }
  const sendPage = (reply: FastifyReply, feedback: FeedbackView, status = 200) =>
    pages.sendRendered(reply, paths.feedback('page'), { feedback }, { status });
  // The same for everyone, so it is rendered once.
  const sendEarly = (reply: FastifyReply, slug: string) =>
    pages.sendDeadLink(reply, paths.feedback('page'), { feedback: { slug, state: 'early', answer: undefined } }, { status: 404 });

  app.get<{ Params: typeof paths.feedback.params }>(paths.feedback.route, async ({ params }, reply) => {
    const { id, slug, isEarly } = await questionBehind(params.token);
    if (isEarly) return sendEarly(reply, slug);
    return sendPage(reply, { slug, state: 'asked', answer: await workshops.findFeedback(id) });
  });

  app.post<{ Params: typeof paths.feedback.params }>(paths.feedback.route, { onRequest: pages.admit }, async (request, reply) => {
    assertOwnOrigin(request, siteUrl);
    const { id, slug, question, isEarly } = await questionBehind(request.params.token);
    const answer = pressedButton(await readForm(request, { mayBeEmpty: true }), 'answer');
    if (isEarly) return sendEarly(reply, slug);
    if (!question.options.includes(answer)) return sendPage(reply, { slug, state: 'missing', answer: undefined }, 422);
    const isRecorded = await workshops.recordFeedback(id, { question: question.text, answer }, now());
    if (!isRecorded) throw new HttpError(410);
    return sendPage(reply, { slug, state: 'thanks', answer });
  });
}
