import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { audienceSchema } from '../../../letters/audience.ts';
import { letterDraft } from '../../../letters/letter.ts';
import type { LetterService } from '../../../letters/service.ts';
import { actorOf, type ById, type DeskContext } from '../context.ts';

export type LetterRow = Awaited<ReturnType<LetterService['list']>>[number];

/** How many founders are shown by name of those who get a letter, of those who got it, and of the others. */
const shownByName = 500;

const newLetterBody = z.object({ audience: audienceSchema });
// A page that was loaded before an update of the desk sends no version.
const version = z.string('This page is older than the desk. Copy your text if you have not saved it, and reload the page');
const versionBody = z.object({ version });
const revisedBody = letterDraft.extend({ version });
const afterWorkshopBody = z.object({ workshop: z.string('Choose a workshop') });

/** The letters. Changes go through the same service as the command. */
export function letterRoutes(app: FastifyInstance, { letters, now }: DeskContext): void {
  app.get('/api/letters', () => letters.list(now()));
  app.get<ById>('/api/letters/:id', ({ params }) => letters.preview(params.id, now(), shownByName));
  app.post('/api/letters', async ({ body, organizer }) => ({
    id: await letters.begin(newLetterBody.parse(body).audience, actorOf(organizer), now()),
  }));
  app.post('/api/letters/after-workshop', async ({ body, organizer }) => ({
    ids: await letters.beginAfterWorkshop(afterWorkshopBody.parse(body).workshop, actorOf(organizer), now()),
  }));
  app.post<ById>('/api/letters/:id', async ({ params, body, organizer }) => {
    const { version: seenVersion, ...draft } = revisedBody.parse(body);
    return letters.revise({ id: params.id, version: seenVersion }, draft, actorOf(organizer), now());
  });
  app.post<ById>('/api/letters/:id/test', async ({ params, body, organizer }) => ({
    to: await letters.test({ id: params.id, ...versionBody.parse(body) }, actorOf(organizer), now()),
  }));
  app.post<ById>('/api/letters/:id/send', ({ params, body, organizer }) =>
    letters.send({ id: params.id, ...versionBody.parse(body) }, actorOf(organizer), now()),
  );
  app.post<ById>('/api/letters/:id/take-back', ({ params, organizer }) => letters.takeBack(params.id, actorOf(organizer), now()));
  app.post<ById>('/api/letters/:id/delete', async ({ params, body }) => {
    await letters.delete({ id: params.id, ...versionBody.parse(body) });
    return { id: params.id };
  });
}
