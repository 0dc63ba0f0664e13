import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fullName } from '../../../forms/person.ts';
import { houseAnswers } from '../../../retreats/house-facts.ts';
import { createHouseSheet } from '../../../retreats/house-sheet.ts';
import type { DeskContext } from '../context.ts';

export type HouseSheet = NonNullable<Awaited<ReturnType<typeof readSheet>>>;

const houseQuery = z.object({ retreat: z.string().optional() });

/** The sheet for the house. It is about health, so readers do not see it. */
export function houseRoutes(app: FastifyInstance, context: DeskContext): void {
  app.get('/api/house', { config: { access: 'organizer' } }, async ({ query }, reply) => {
    const slug = houseQuery.parse(query).retreat ?? context.facts().featuredRetreat;
    return (await readSheet(context, slug)) ?? reply.callNotFound();
  });
}

async function readSheet({ waitlist, content }: DeskContext, slug: string) {
  const retreat = content().retreats.find((each) => each.slug === slug);
  if (!retreat) return undefined;
  const { guests } = await createHouseSheet(waitlist, retreat);
  return guests.map(({ id, submissionId, brand, phone, house, ...person }) => ({
    id,
    submissionId,
    name: fullName(person),
    brand,
    phone,
    answers: house && houseAnswers(house),
  }));
}
