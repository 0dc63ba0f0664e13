import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readFunnel, type Funnel } from '../../../funnel/funnel.ts';
import { meetingUrl } from '../../../workshops/meeting-url.ts';
import { createRunSheet } from '../../../workshops/run-sheet.ts';
import { optionalText, type DeskContext } from '../context.ts';

export type MeetingLinkState = NonNullable<Awaited<ReturnType<typeof readMeetingLink>>>;

/** The funnel with its largest campaigns, and how many others are left out. */
export type FunnelOfLargest = Funnel & { otherCampaigns: number };

/** Anybody can invent campaigns, as part of the address of a page. */
const maxCampaigns = 100;

/** Without a workshop, the run sheet is that of the workshop on the page, and the funnel counts everything together. */
const workshopQuery = z.object({ workshop: optionalText });

/** An empty address removes the stored one. */
const meetingLink = z.object({ url: z.literal('').or(meetingUrl) });

interface BySlug {
  Params: { slug: string };
}

/** The speaker's run sheet of a workshop, the steps from its page to a seat, and the address of its video call. */
export function workshopRoutes(app: FastifyInstance, context: DeskContext): void {
  const { workshops, funnel, content, now } = context;
  app.get('/api/questions', async ({ query }, reply) => {
    const { workshop } = workshopQuery.parse(query);
    return (await createRunSheet(context, content(), workshop, now())) ?? reply.callNotFound();
  });
  app.get('/api/funnel', async ({ query }, reply) => {
    const { workshop } = workshopQuery.parse(query);
    if (workshop !== undefined && !content().workshops.some(({ slug }) => slug === workshop)) return reply.callNotFound();
    const { campaigns, ...all } = await readFunnel(funnel, content(), workshop);
    const otherCampaigns = Math.max(0, campaigns.length - maxCampaigns);
    return { ...all, campaigns: campaigns.slice(0, maxCampaigns), otherCampaigns } satisfies FunnelOfLargest;
  });
  const linkPath = '/api/workshops/:slug/meeting-link';
  // For organizers alone. A change is live immediately.
  app.get<BySlug>(
    linkPath,
    { config: { access: 'organizer' } },
    async ({ params }, reply) => (await readMeetingLink(context, params.slug)) ?? reply.callNotFound(),
  );
  app.post<BySlug>(linkPath, async ({ params: { slug }, body }, reply) => {
    if (!(await readMeetingLink(context, slug))) return reply.callNotFound();
    await workshops.setMeetingLink(slug, meetingLink.parse(body).url || undefined, now());
    return readMeetingLink(context, slug);
  });
}

/** Returns the stored address of a workshop's video call, and whether its file has one; undefined if there is no such workshop. */
async function readMeetingLink({ workshops, content }: DeskContext, slug: string) {
  const workshop = content().workshops.find((each) => each.slug === slug);
  if (!workshop) return undefined;
  return { url: (await workshops.findMeetingLink(slug)) ?? '', isInContent: workshop.join.url !== undefined };
}
