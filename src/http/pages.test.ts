import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { content } from '../../test/support/forms.ts';
import { createPages } from './pages.ts';
import type { RenderedPage } from './pages.ts';

it('attack: more requests for rendered pages than can be rendered at once get 503, and later ones are served', async () => {
  const page = { body: Buffer.from('page'), policy: "default-src 'none'" };
  const { promise: rendered, resolve: finish } = Promise.withResolvers<RenderedPage>();
  let begun = 0;
  const render = () => {
    begun += 1;
    return rendered;
  };
  const source = { isStatic: true, file: () => undefined, render };
  const pages = createPages({ source, content, common: {}, rate: async () => 0, now: () => new Date() });
  await using app = fastify();
  app.get('/page', (_request, reply) => pages.sendRendered(reply, '/page', {}));

  const first = Array.from({ length: 64 }, () => app.inject('/page'));
  await expect.poll(() => begun).toBe(64);
  for (const { statusCode } of await Promise.all([app.inject('/page'), app.inject('/page')])) expect(statusCode).toBe(503);
  expect(begun).toBe(64);
  finish(page);
  for (const { statusCode } of await Promise.all(first)) expect(statusCode).toBe(200);
  expect((await app.inject('/page')).statusCode).toBe(200);
});
