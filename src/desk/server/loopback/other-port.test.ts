import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersOf, openSession, registration, startDeskInProcess, storeAll } from '../../../../test/support/desk.ts';
import type { PageList } from '../routes/preview.ts';

const folder = mkdtempSync(join(tmpdir(), 'founder-house-desk-'));
let desk: Awaited<ReturnType<typeof startDeskInProcess>>;
let session: Awaited<ReturnType<typeof openSession>>['session'];
let id: string;

beforeAll(async () => {
  [id = ''] = await storeAll(folder, [registration({ more: answersOf('Ada Byron', 'Crumb & Co.') })]);
  desk = await startDeskInProcess(folder);
  ({ session } = await openSession(desk.address));
});

afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request with the cookie, as the program that got it can, with whatever other headers help. */
const send = (path: string, init: RequestInit = {}, more: Record<string, string> = {}) =>
  fetch(desk.origin + path, { ...init, headers: { cookie: session.cookie, 'sec-fetch-site': 'same-origin', ...more } });

describe('attack: a program on another port of 127.0.0.1, to which the browser sends the cookie of the desk', () => {
  it.each(['site', 'overview', 'registrations', 'registrations.csv', 'events', 'pages/list', 'nothing'])('cannot read %s', async (name) => {
    const [, cookieToken] = session.cookie.split('=');
    for (const headers of [{}, { authorization: '' }, { authorization: `Bearer ${cookieToken}` }]) {
      const response = await send(`/api/${name}`, {}, headers as Record<string, string>);
      expect(response.status).toBe(403);
      expect(await response.text()).not.toContain('Ada');
    }
  });

  it('cannot change anything', async () => {
    const change = { method: 'POST', body: '{"days":7}' };
    const headers = { origin: desk.origin, 'content-type': 'application/json' };
    expect((await send(`/api/entries/${id}/invite`, change, headers)).status).toBe(403);
    expect((await send(`/api/entries/${id}/invite`, change, { ...headers, ...session })).status).toBe(200);
  });

  it('gets the files of the desk, which contain no data, and does not find its previews', async () => {
    const page = await send('/registrations');
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('Ada');
    const { base } = (await (await send('/api/pages/list', {}, session)).json()) as PageList;
    expect(base).toMatch(/^\/preview\/[\w-]{43}$/u);
    expect((await send('/preview/page/retreat')).status).toBe(403);
    expect((await send(`/preview/${'a'.repeat(43)}/page/retreat`)).status).toBe(403);
  });
});
