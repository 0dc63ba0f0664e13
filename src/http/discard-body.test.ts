import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { workshop } from '../../test/support/forms.ts';
import { startSiteInProcess } from '../../test/support/http-app.ts';
import type { SiteInProcess } from '../../test/support/http-app.ts';
import { unlimited } from '../../test/support/proof.ts';
import { exchange, rawConnection, statuses } from '../../test/support/raw-http.ts';
import { paths } from '../paths.ts';

/** A proxy such as nginx asks to close each connection and sends a whole body before it reads the response, which a reset would lose. */
let site: SiteInProcess;
beforeAll(async () => void (site = await startSiteInProcess(unlimited)));
afterAll(() => site[Symbol.asyncDispose]());
// So that a slow machine does not make the site stop waiting for a body.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const head = (type: string, length: string) =>
  [`POST ${paths.process(workshop.id)} HTTP/1.1`, 'Host: x', `Content-Type: ${type}`, length, 'Connection: close', '', ''].join('\r\n');
const form = 'application/x-www-form-urlencoded';

/** Waits until the site has refused two later posts of other connections, so that a response to an earlier one has arrived. */
async function refuseOthers(): Promise<void> {
  for (let sent = 0; sent < 2; sent += 1)
    expect(statuses(await exchange(site, head('application/json', 'Content-Length: 0')))).toEqual([415]);
}

/** Sends the beginning of a post whose body does not end, and checks that it has no response yet. */
async function begin(text: string) {
  const client = await rawConnection(site);
  let received = '';
  client.setEncoding('latin1').on('data', (part: string) => (received += part));
  const closed = once(client, 'close');
  client.write(text);
  await refuseOthers();
  expect(received).toBe('');
  return { client, response: async () => (await closed, received) };
}

it.each([
  ['of a declared length', 'Content-Length: 66000', 'y'.repeat(65_999), 'y'],
  ['in chunks', 'Transfer-Encoding: chunked', `101D0\r\n${'y'.repeat(66_000)}\r\n`, '0\r\n\r\n'],
])('a body that is too large, %s, is read to its end before the connection closes with the 413', async (_, length, most, end) => {
  const { client, response } = await begin(head(form, length) + most);
  client.write(end);
  const received = await response();
  expect(statuses(received)).toEqual([413]);
  expect(received).toMatch(/^connection: close\r$/imu);
});

it('a body that is too large and does not end gets the 413 after a second', async () => {
  const { response } = await begin(`${head(form, 'Content-Length: 66000')}y`);
  await vi.advanceTimersByTimeAsync(1000);
  expect(statuses(await response())).toEqual([413]);
});
