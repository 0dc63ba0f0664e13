import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createRunSheet } from '../../../workshops/run-sheet.ts';
import type { DeskContext } from '../context.ts';

const questionsQuery = z.object({ workshop: z.string().optional() });

export function questionRoutes(app: FastifyInstance, context: DeskContext): void {
  app.get('/api/questions', async ({ query }, reply) => {
    const sheet = await createRunSheet(context, context.content(), questionsQuery.parse(query).workshop, context.now());
    return sheet ?? reply.callNotFound();
  });
}
