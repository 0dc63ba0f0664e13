import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Release } from '../../../editing/release-history.ts';
import type { DeskContext } from '../context.ts';
import { editorOf, placeSchema } from './pages.ts';

/** A publish in the history, without the bytes of its files. */
export type HistoryEntry = Omit<Release, 'files'>;

const publishBody = z.object({
  resolved: z.array(placeSchema.extend({ keep: z.enum(['mine', 'theirs']) })).default([]),
  seen: z.string().optional(),
});

/** Publishing the draft, undoing the last publish, and the history. */
export function publishRoutes(app: FastifyInstance, { editing }: DeskContext): void {
  app.get('/api/pages/changes', (request) => editing.reviewChanges(editorOf(request)));
  app.get('/api/pages/publish', () => editing.readProgress());
  app.post('/api/pages/publish', async (request, reply) => {
    const { resolved, seen } = publishBody.parse(request.body ?? {});
    await editing.publish(editorOf(request), { choices: resolved, seen });
    return reply.code(202).send(editing.readProgress());
  });
  app.get('/api/pages/undo-publish', () => editing.reviewUndo());
  app.post('/api/pages/undo-publish', async (request, reply) => {
    const { seen } = publishBody.parse(request.body ?? {});
    await editing.undo(editorOf(request), { seen });
    return reply.code(202).send(editing.readProgress());
  });
  app.get('/api/pages/history', (): HistoryEntry[] => editing.releases.list().map(({ files: _files, ...release }) => release));
}
