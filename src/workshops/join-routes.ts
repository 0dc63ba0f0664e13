import type { FastifyInstance, FastifyReply } from 'fastify';
import { phaseOfWorkshop } from '../content/workshop-schedule.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { HttpError } from '../http/http-error.ts';
import { assertOwnOrigin } from '../http/origin.ts';
import { readForm } from '../http/form-post.ts';
import { signedId } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import { joinStateOf } from './join-state.ts';
import type { CurrentRegistration } from './live-workshop.ts';
import { readRegistrationBehind } from './registration-link.ts';
import type { WorkshopRouteParts } from './route-parts.ts';

/**
 * The link that leads a founder to the video call. GET says whether it is time, and shows one button; only POST records anything, since
 * mail scanners open every link. The pages name nobody: founders put the link into calendars that others read.
 */
export function joinRoutes(app: FastifyInstance, parts: WorkshopRouteParts): void {
  const { siteUrl, secret, workshops, pages, now } = parts;
  /** Returns the address of the video call: the stored one, which is live immediately, or that of the workshop's file. */
  const linkOf = async ({ slug, join }: WorkshopContent) => (await workshops.findMeetingLink(slug)) ?? join.url;

  async function sendPage(reply: FastifyReply, { id }: CurrentRegistration, workshop: WorkshopContent): Promise<FastifyReply> {
    const state = joinStateOf(workshop, now());
    const { slug } = workshop;
    const phase = phaseOfWorkshop(workshop, now());
    const page = paths.join('page');
    if (state === 'early') {
      const calendar = paths.ownCalendar(slug, signedId(secret, 'calendar', id));
      return pages.sendRendered(reply, page, { join: { slug, state, phase, calendar } });
    }
    const isWaiting = state === 'open' && (await linkOf(workshop)) === undefined;
    // The same for everyone, so that hundreds of founders who come in the same minute cost one rendering.
    return pages.sendRenderedOnce(reply, page, { join: { slug, state: isWaiting ? 'waiting' : state, phase } });
  }

  app.get<{ Params: typeof paths.join.params }>(paths.join.route, async ({ params }, reply) => {
    const { registration, workshop } = await readRegistrationBehind(parts, 'join', params.token);
    return sendPage(reply, registration, workshop);
  });

  app.post<{ Params: typeof paths.join.params }>(paths.join.route, async (request, reply) => {
    const { token } = request.params;
    assertOwnOrigin(request, siteUrl);
    await readForm(request, { mayBeEmpty: true });
    const { registration, workshop } = await readRegistrationBehind(parts, 'join', token);
    const link = joinStateOf(workshop, now()) === 'open' ? await linkOf(workshop) : undefined;
    // The page was loaded before the workshop ended, or before the link was removed: it is shown as of now.
    if (!link) return reply.redirect(paths.join(token), 303);
    if (!(await workshops.recordAttendance(registration.id, now()))) throw new HttpError(410);
    return reply.header('referrer-policy', 'no-referrer').redirect(link, 303);
  });
}
