import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '../../src/paths.ts';
import { problems } from '../../src/site/problems.ts';
import { beginInSqlite } from '../support/databases.ts';
import { answers, post, workshop } from '../support/forms.ts';
import { copyProject } from '../support/project-copy.ts';
import { exchange, statuses } from '../support/raw-http.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { SiteInProcess } from '../support/http-app.ts';

const reference = /^[0-9a-f]{10}$/u;
const html = { accept: 'text/html' };
const json = { accept: 'application/json' };
const trace = /\bat .+:\d+:\d+|node_modules|SQLITE|no such table|Error:/u;

describe('an error response to a client that does not accept HTML is plain text', () => {
  let site: SiteInProcess;
  beforeAll(async () => {
    site = await startSiteInProcess({ RATE_LIMIT_PER_MINUTE: '5' });
  });
  afterAll(() => site[Symbol.asyncDispose]());

  it.each<[number, () => Promise<Response>]>([
    [404, () => fetch(`${site.url}/nobody`, { headers: json })],
    [405, () => fetch(`${site.url}/privacy`, { method: 'DELETE', headers: json })],
    [403, () => post(site, workshop.id, answers(), { ...json, origin: 'https://elsewhere.example' })],
    [413, () => post(site, workshop.id, `x=${'y'.repeat(66_000)}`, json)],
    [415, () => post(site, workshop.id, '{}', { ...json, 'content-type': 'application/json' })],
    [422, () => post(site, workshop.id, answers({ inf_field_Email: 'nobody' }), json)],
  ])('%d', async (status, ask) => {
    const response = await ask();
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(text).toMatch(new RegExp(`^${status}\\b`, 'u'));
    expect(text).not.toContain('<');
    expect(text.trim().split('\n').length).toBeGreaterThan(1);
  });

  it('400 says how to send the form again without losing what was typed', async () => {
    const response = await post(site, workshop.id, `${new URLSearchParams(answers())}&inf_field_Email=a`, json);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/^400 .*\n.*Go back and send it again\. If that doesn’t help, copy what you typed/u);
  });

  it('429 states the time to wait', async () => {
    let response = await post(site, workshop.id, answers(), json);
    for (let sent = 0; sent < 5 && response.status !== 429; sent += 1) response = await post(site, workshop.id, answers(), json);
    expect(response.status).toBe(429);
    const wait = response.headers.get('retry-after');
    expect(await response.text()).toMatch(new RegExp(`^429\\n.*send it again in ${wait} seconds`, 'u'));
  });
});

/** Returns a copy of the product with a page, or with a page renderer, that throws, since no request makes one fail. */
function brokenCopy(what: 'page' | 'renderer'): ReturnType<typeof copyProject> {
  const copy = copyProject();
  const chunks = join(copy.folder, 'dist/server/chunks');
  const pages = readdirSync(chunks).filter((name) => name.startsWith('_formId_'));
  for (const file of what === 'page' ? pages.map((name) => join(chunks, name)) : [join(copy.folder, 'dist/server/entry.mjs')])
    writeFileSync(file, "throw new Error('a page that cannot be rendered');\n");
  return copy;
}

describe('an internal error', () => {
  it.each(['page', 'renderer'] as const)('of a %s returns a styled 500 page whose reference is in the log', async (what) => {
    using copy = brokenCopy(what);
    // Astro prints why a page failed by itself.
    const errorOutput = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => errorOutput.mockRestore());
    await using site = await startSiteInProcess({}, { folder: copy.folder });
    const response = await post(site, workshop.id, answers({ inf_field_Email: 'nobody' }), html);
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain(problems[500]!.heading);
    expect(text).not.toMatch(trace);
    const quoted = response.headers.get('x-request-id')!;
    expect(quoted).toMatch(reference);
    expect(text.slice(text.indexOf('<h1'))).toContain(quoted);
    const line = site
      .printed()
      .split('\n')
      .find((logged) => logged.includes('"level":50') && logged.includes(quoted));
    expect(line).toBeDefined();
    const printed = site.printed() + String(errorOutput.mock.calls);
    expect(printed).toContain('a page that cannot be rendered');
    expect(printed).not.toContain('Ottoline');
  });

  it('of the database returns a 503 on the confirmation page whose reference is in the log', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'founder-house-'));
    mkdirSync(dataDir, { recursive: true });
    try {
      await using site = await startSiteInProcess({}, { dataDir });
      const database = new DatabaseSync(join(dataDir, 'founder-house.db'));
      await beginInSqlite(database);
      database.exec('ALTER TABLE tokens RENAME TO gone; COMMIT');
      database.close();
      const token = 'x'.repeat(43);
      for (const headers of [html, json]) {
        const response = await fetch(site.url + paths.confirm(token), { headers });
        expect(response.status).toBe(503);
        const text = await response.text();
        expect(text).toContain(problems[503]!.heading);
        expect(text).not.toMatch(trace);
        const quoted = response.headers.get('x-request-id')!;
        expect(quoted).toMatch(reference);
        expect(text).toContain(quoted);
      }
      const log = site.printed();
      expect(log).toMatch(/"level":50.*no such table/u);
      expect(log).not.toContain(token);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

const emptyPost = (more = '') =>
  `POST ${paths.process(workshop.id)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n${more}\r\n`;

it('20 posts over one connection leave no listeners on it', async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error) => void warnings.push(warning);
  process.on('warning', keep);
  onTestFinished(() => void process.off('warning', keep));
  {
    await using site = await startSiteInProcess();
    const response = await exchange(site, emptyPost().repeat(19) + emptyPost('Connection: close\r\n'));
    expect(statuses(response).toSorted()).toEqual([...Array<number>(10).fill(422), ...Array<number>(10).fill(429)]);
  }
  // Node.js warns about more than ten listeners of one event.
  expect(warnings).toEqual([]);
});
