import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { freePort } from '../../test/support/free-port.ts';
import { listenForMetrics } from './metrics.ts';

it('attack: a page whose own name leads to the metrics (DNS rebinding) cannot read them', async () => {
  const port = await freePort();
  await using server = await listenForMetrics({ observe: () => {}, renderText: async () => 'figures' }, port);
  const statusFor = async (host: string) => {
    const outgoing = request({ port, path: '/metrics', headers: { host } }).end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  expect(server.listening).toBe(true);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'localhost']) expect([host, await statusFor(host)]).toEqual([host, 200]);
  for (const host of [`evil.example:${port}`, '127.0.0.1.evil.example', 'localhost.evil.example', `127.0.0.1@evil.example`])
    expect([host, await statusFor(host)]).toEqual([host, 421]);
});
