import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readFunnel } from '../../../funnel/funnel.ts';
import { optionalText, type DeskContext } from '../context.ts';

/** Without a workshop, or with an empty one, everything together. */
const funnelQuery = z.object({ workshop: optionalText });

export function funnelRoutes(app: FastifyInstance, { funnel, content }: DeskContext): void {
  app.get('/api/funnel', ({ query }, reply) => {
    const slug = funnelQuery.parse(query).workshop;
    const isKnown = slug === undefined || content().workshops.some((workshop) => workshop.slug === slug);
    return isKnown ? readFunnel(funnel, content(), slug) : reply.callNotFound();
  });
}
