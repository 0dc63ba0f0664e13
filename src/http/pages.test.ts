import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { content } from '../../test/support/forms.ts';
import type { HttpError } from './http-error.ts';
import { createPages } from './pages.ts';
import type { RenderedPage } from './pages.ts';

it('attack: rendered pages wait for each other, more requests than may wait get 503, and later ones are served', async () => {
  const page = { body: Buffer.from('page'), policy: "default-src 'none'" };
  const { promise: rendered, resolve: finish } = Promise.withResolvers<RenderedPage>();
  let begun = 0;
  const render = () => {
    begun += 1;
    return rendered;
  };
  const source = { isStatic: true, findFile: () => undefined, render };
  const pages = createPages({
    source,
    content,
    commonHeaders: {},
    countPage: async () => 0,
    countDeadLink: async () => 0,
    now: () => new Date(),
  });
  await using app = fastify();
  app.setErrorHandler((error: HttpError, _request, reply) => reply.code(error.statusCode).headers(error.headers).send());
  app.get('/page', (_request, reply) => pages.sendRendered(reply, '/page', { lostLink: { why: 'sent' } }));

  const waiting = Array.from({ length: 64 }, async () => app.inject('/page'));
  for (const { statusCode, headers } of await Promise.all([app.inject('/page'), app.inject('/page')])) {
    expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
  }
  // One after the other: many at once would hold up every other request.
  await expect.poll(() => begun).toBe(1);
  finish(page);
  for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(200);
  expect((await app.inject('/page')).statusCode).toBe(200);
});
