import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { meetingUrl } from '../../../workshops/meeting-url.ts';
import type { DeskContext } from '../context.ts';

export type MeetingLinkState = NonNullable<Awaited<ReturnType<typeof stateOf>>>;

/** An empty address removes the stored one. */
const change = z.object({ url: z.literal('').or(meetingUrl) });

interface BySlug {
  Params: { slug: string };
}

/** The address of a workshop's video call, for organizers alone. A change is live at once. */
export function meetingLinkRoutes(app: FastifyInstance, context: DeskContext): void {
  const path = '/api/workshops/:slug/meeting-link';
  app.get<BySlug>(
    path,
    { config: { access: 'organizer' } },
    async ({ params }, reply) => (await stateOf(context, params.slug)) ?? reply.callNotFound(),
  );
  app.post<BySlug>(path, async ({ params: { slug }, body }, reply) => {
    if (!(await stateOf(context, slug))) return reply.callNotFound();
    await context.workshops.setMeetingLink(slug, change.parse(body).url || undefined, context.now());
    return stateOf(context, slug);
  });
}

async function stateOf({ workshops, content }: DeskContext, slug: string) {
  const workshop = content().workshops.find((each) => each.slug === slug);
  if (!workshop) return undefined;
  return { url: (await workshops.findMeetingLink(slug)) ?? '', isInContent: workshop.join.url !== undefined };
}
