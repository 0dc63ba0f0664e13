import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { exchange } from '../../test/support/raw-http.ts';
import { createServer } from './server.ts';

/** Returns an app that responds to every message with its name. */
function appOf(name: string) {
  const app = createServer({
    origin: 'http://localhost',
    trustProxy: false,
    commonHeaders: {},
    errorPages: { words: () => undefined, source: { findFile: () => undefined } },
    onClientError: (_error, socket) => socket.end(`HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\nrefused by ${name}`),
    log: pino({ level: 'silent' }),
    onFinished: () => {},
  });
  app.get('/', (_request, reply) => reply.send(`sent by ${name}`));
  return app;
}

it('after a publish, the new app responds to requests and to malformed messages on the port of the first one', async () => {
  const first = appOf('the first app');
  const next = appOf('the new app');
  onTestFinished(() => first.close());
  await first.listen({ host: '127.0.0.1', port: 0 });
  await next.ready();
  const url = `http://127.0.0.1:${(first.server.address() as AddressInfo).port}`;
  const responses = async () => [
    await exchange({ url }, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    await exchange({ url }, 'GET / HTTP/9\r\n\r\n'),
  ];

  expect(await responses()).toEqual([
    expect.stringContaining('sent by the first app'),
    expect.stringContaining('refused by the first app'),
  ]);
  first.handOver(next);
  expect(await responses()).toEqual([expect.stringContaining('sent by the new app'), expect.stringContaining('refused by the new app')]);
});
