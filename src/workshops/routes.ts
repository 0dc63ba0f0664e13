import type { FastifyInstance } from 'fastify';
import { featuredWorkshop, phaseOfWorkshop } from '../content/workshop-schedule.ts';
import { HttpError } from '../http/http-error.ts';
import { readSignedId, signedId } from '../link-tokens.ts';
import { redirectTemporarily } from '../http/redirect.ts';
import { paths } from '../paths.ts';
import { calendarOf } from './calendar.ts';
import { feedbackRoutes } from './feedback-routes.ts';
import { joinRoutes } from './join-routes.ts';
import type { WorkshopRouteParts } from './route-parts.ts';

/** The workshop page, the calendar files, a founder's way to the video call, and the question afterwards. */
export function workshopRoutes(app: FastifyInstance, parts: WorkshopRouteParts): void {
  const { siteUrl, content, secret, versions, workshops, pages, now } = parts;
  // Several pages are built for each workshop; the clock decides which of them these addresses show.
  app.get(paths.speakerSeries, { config: { isFile: true } }, (request, reply) => {
    const workshop = featuredWorkshop(content.workshops, now());
    return pages.sendBuilt(request, reply, `speaker-series/${workshop.slug}/${phaseOfWorkshop(workshop, now())}.html`);
  });
  app.get<{ Params: typeof paths.workshop.params }>(paths.workshop.route, { config: { isFile: true } }, (request, reply) => {
    const workshop = content.workshops.find(({ slug }) => slug === request.params.slug);
    if (!workshop) throw new HttpError(404);
    if (workshop === featuredWorkshop(content.workshops, now())) return redirectTemporarily(reply, paths.speakerSeries);
    const page = phaseOfWorkshop(workshop, now()) === 'over' ? 'past' : 'announced';
    return pages.sendBuilt(request, reply, `speaker-series/${workshop.slug}/${page}.html`);
  });

  // The file is made here and not at build, since its sequence grows with every change of the calendar entry. With the token of a
  // registration it says how to join: the file for everyone would take that out of the calendar again, because it is the same entry.
  app.get<{ Params: typeof paths.calendar.params; Querystring: { with?: string } }>(paths.calendar.route, async (request, reply) => {
    const { slug } = request.params;
    const workshop = content.workshops.find((each) => each.slug === slug);
    const version = versions.get(slug);
    if (!workshop || !version) throw new HttpError(404);
    const id = readSignedId(secret, 'calendar', request.query.with ?? '');
    const isJoining = id !== undefined && (await workshops.findRegistration(id))?.formId === workshop.form.id;
    const join = isJoining ? siteUrl + paths.join(signedId(secret, 'join', id)) : undefined;
    return reply.type('text/calendar; charset=utf-8').send(calendarOf(workshop, content.site, new URL(siteUrl), { ...version, join }));
  });

  joinRoutes(app, parts);
  feedbackRoutes(app, parts);
}
