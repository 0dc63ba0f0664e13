import type { FastifyPluginCallback } from 'fastify';
import { z } from 'zod';
import { readFunnel } from '../../../funnel/funnel.ts';
import type { DeskContext } from '../context.ts';

const chosen = z.object({ workshop: z.string().optional() });

export const funnelRoutes =
  ({ funnel, content }: DeskContext): FastifyPluginCallback =>
  (app, _options, done) => {
    app.get('/api/funnel', ({ query }) => readFunnel(funnel, content(), chosen.parse(query).workshop || undefined));
    done();
  };
