import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readFunnel } from '../../../funnel/funnel.ts';
import type { DeskContext } from '../context.ts';

const chosen = z.object({ workshop: z.string().optional() });

export function funnelRoutes(app: FastifyInstance, { funnel, content }: DeskContext): void {
  app.get('/api/funnel', ({ query }, reply) => {
    // Empty for everything together.
    const slug = chosen.parse(query).workshop || undefined;
    const isKnown = slug === undefined || content().workshops.some((workshop) => workshop.slug === slug);
    return isKnown ? readFunnel(funnel, content(), slug) : reply.callNotFound();
  });
}
