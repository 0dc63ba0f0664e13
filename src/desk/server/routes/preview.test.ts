import { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { kindText } from '../../client/words.ts';
import type { PageFields, PageList } from './preview.ts';
import { openSession, startDeskInProcess } from '../../../../test/support/desk.ts';
import { textsOnNoPage, textsWithoutMark } from '../../../../test/support/texts-without-mark.ts';
import { visibleTexts } from '../../../../test/support/visible-texts.ts';
import type { VisibleTexts } from '../../../../test/support/visible-texts.ts';

const folder = mkdtempSync(join(tmpdir(), 'founder-house-preview-'));
let desk: Awaited<ReturnType<typeof startDeskInProcess>>;
let session: Awaited<ReturnType<typeof openSession>>['session'];
let base: string;
let previewPort = 0;

/** Learns the port of the preview from the message that its process sends. */
function watchPreviewPort(): void {
  const { emit } = EventEmitter.prototype;
  vi.spyOn(ChildProcess.prototype as EventEmitter, 'emit').mockImplementation(function (this: EventEmitter, name, ...values: unknown[]) {
    if (name === 'message') previewPort = (values[0] as { port: number }).port;
    return emit.call(this, name, ...values);
  });
}

beforeAll(async () => {
  watchPreviewPort();
  desk = await startDeskInProcess(folder);
  ({ session } = await openSession(desk.address));
  ({ base } = (await (await fetch(`${desk.origin}/api/pages/list`, { headers: session })).json()) as PageList);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await desk[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Requests as a page in a frame does, which sends the cookie only. */
const get = (path: string) => fetch(desk.origin + path, { headers: { cookie: session.cookie } });

it('the list of pages names an email as the list of deliveries does', async () => {
  const { pages } = (await (await fetch(`${desk.origin}/api/pages/list`, { headers: session })).json()) as PageList;
  expect(pages.find(({ id }) => id === 'mail-invite-back')).toMatchObject({ group: 'Emails', title: kindText('invite-back') });
  expect(kindText('invite-back')).toBe('Question about the next retreat');
});

it('an email is shown with the place of each of its texts, without the process of the pages', async () => {
  const response = await get(`${base}/page/mail-waitlist`);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('data-at="emails/waitlist.yaml#/text/0"');
  expect(previewPort).toBe(0);
});

it('a preview is the page with the place of each of its texts, and runs no script', async () => {
  const response = await get(`${base}/page/not-found`);
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain('data-at="words.yaml#/notFound/heading"');
  expect(page).toContain('data-at="words.yaml#/notFound/text"');
  expect(page).not.toMatch(/[\u{E0001}\u{E0002}\u{E0020}-\u{E007F}]/u);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('content-security-policy')).not.toContain('script-src');
  const font = /"([^"]+\.woff2)"/u.exec(page)?.[1];
  expect(font?.startsWith(`${base}/src/`)).toBe(true);
  expect((await get(font!)).status).toBe(200);
}, 60_000);

it.each([
  ['waiting', true],
  ['invited', false],
  ['accepted', false],
])(
  'the preview of the status page of a founder who is %s has the box for short notice: %s',
  async (stage, hasBox) => {
    const response = await get(`${base}/page/status-spring-2026-${stage}`);
    expect(response.status).toBe(200);
    expect((await response.text()).includes('short_notice')).toBe(hasBox);
  },
  60_000,
);

/** A page of the Pages tab with its texts, and the values that the list beside it has, by their places. */
interface ReadPage extends VisibleTexts {
  id: string;
  listed: Map<string, unknown>;
}

const getJson = async <Json>(path: string) => (await (await fetch(desk.origin + path, { headers: session })).json()) as Json;
const sorted = (texts: Iterable<string>) => [...new Set(texts)].toSorted();

async function changeValue(file: string, pointer: string, change: { before: string; value: string }): Promise<void> {
  const headers = { ...session, origin: desk.origin, 'content-type': 'application/json' };
  await fetch(`${desk.origin}/api/pages/value`, { method: 'PUT', headers, body: JSON.stringify({ file, pointer, ...change }) });
}

describe('the Pages tab', () => {
  const pages: ReadPage[] = [];
  const exceptionsOf = ({ id }: ReadPage) => textsWithoutMark.filter((each) => each.pages.test(id));

  beforeAll(async () => {
    // The pages that are there once a date has passed as well.
    for (const file of ['retreats/spring-2026/facts.yaml', 'speaker-series/relationships-that-power-your-brand.yaml'])
      await changeValue(file, '/afterwards', { before: 'keep', value: 'turn' });
    for (const { id } of (await getJson<PageList>('/api/pages/list')).pages) {
      const { fields } = await getJson<PageFields>(`/api/pages/list/${id}/fields`);
      const listed = new Map(fields.map(({ file, pointer, value }) => [`${file}#${pointer}`, value]));
      pages.push({ id, listed, ...visibleTexts(await (await get(`${base}/page/${id}`)).text()) });
    }
  }, 180_000);

  it('has every text of every page with its place, except for those that are listed with a reason', () => {
    const expected = pages.map((page) => [page.id, sorted(exceptionsOf(page).flatMap(({ texts }) => texts))]);
    // A text that is not in content/ belongs into test/support/texts-without-mark.ts, with the reason.
    expect(pages.map(({ id, unmarked }) => [id, sorted(unmarked)])).toEqual(expected);
    expect(pages.filter(({ places }) => places.length === 0).map(({ id }) => id)).toEqual([]);
  });

  it('lists beside a page every value that a text without a place is derived from', () => {
    const missing = pages.flatMap((page) =>
      exceptionsOf(page).flatMap(({ follows }) => (!follows || page.listed.has(follows) ? [] : [page.id, follows])),
    );
    expect(missing).toEqual([]);
  });

  it('has a page for every text of content/, except for the texts that are listed with the place where they are shown', () => {
    const shown = new Set(pages.flatMap(({ places }) => places));
    const listed = new Map(pages.flatMap((page) => page.listed.entries().toArray()));
    expect([...shown].filter((place) => !listed.has(place))).toEqual([]);
    const words = [...listed].filter(([, value]) => typeof value === 'string' && value.includes(' ')).map(([place]) => place);
    expect(words.filter((place) => !shown.has(place)).toSorted()).toEqual(Object.keys(textsOnNoPage).toSorted());
  });
});

it('the preview of an invitation has the sentence that a founder reads, regardless of the marks in it', async () => {
  const page = await (await get(`${base}/page/invitation-spring-2026-0`)).text();
  expect(page).toContain('You’re invited to the Founder House Retreat, Spring 2026: three days in Austin, Texas, at one long table');
});

it('a preview rewrites light-dark() for browsers without it, as a build does', async () => {
  const page = await (await get(`${base}/page/not-found`)).text();
  expect(page).toContain('--ground');
  expect(page).not.toContain('light-dark(');
});

it('the pictures of a preview are created one after the other, so a changed page waits for one at most', async () => {
  const page = await (await get(`${base}/page/workshop-relationships-that-power-your-brand-upcoming`)).text();
  const pictures = new Set([...page.matchAll(/"([^" ]+\/_image\?[^" ]*)"/gu)].map(([, src]) => src!.replaceAll('&amp;', '&')));
  const inProgress = { now: 0, most: 0 };
  const { fetch: send } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    if (!String(request[0]).startsWith(`http://127.0.0.1:${previewPort}/_image?`)) return send(...request);
    inProgress.now += 1;
    inProgress.most = Math.max(inProgress.most, inProgress.now);
    return send(...request).finally(() => (inProgress.now -= 1));
  });
  const made = await Promise.all([...pictures].slice(0, 3).map(get));
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(inProgress).toEqual({ now: 0, most: 1 });
}, 60_000);

it('the frame shows why a page cannot be shown', async () => {
  const response = await get(`${base}/page/nothing`);
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(await response.json()).toEqual({ message: expect.stringMatching(/\w/u) as string });
});

it('a draft with an emptied text still lists the pages and their values, so that it can be corrected, and the frame shows why', async () => {
  const words = 'Oops! Page not found';
  await changeValue('words.yaml', '/notFound/text', { before: words, value: '' });
  const { pages } = await getJson<PageList>('/api/pages/list');
  const { fields } = await getJson<PageFields>('/api/pages/list/not-found/fields');
  const response = await get(`${base}/page/not-found`);
  await changeValue('words.yaml', '/notFound/text', { before: '', value: words });
  expect(pages.map(({ id }) => id)).toContain('not-found');
  expect(fields).toContainEqual(expect.objectContaining({ file: 'words.yaml', pointer: '/notFound/text', value: '' }));
  expect(response.status).toBe(409);
  expect(await response.json()).toEqual({ message: expect.stringContaining('Words: not found, text: ') as string });
  expect((await get(`${base}/page/not-found`)).status).toBe(200);
}, 60_000);

it('the frame names the workshop of a text that prevents showing its page by its title and day', async () => {
  const workshop = 'speaker-series/relationships-that-power-your-brand.yaml';
  const { fields } = await getJson<PageFields>('/api/pages/list/workshop-relationships-that-power-your-brand-upcoming/fields');
  const before = fields.find(({ file, pointer }) => file === workshop && pointer === '/headline')!.value as string;
  await changeValue(workshop, '/headline', { before, value: '' });
  const response = await get(`${base}/page/not-found`);
  await changeValue(workshop, '/headline', { before: '', value: before });
  expect(await response.json()).toEqual({
    message: expect.stringContaining('Workshop: headline (Relationships That Power Your Brand, July 11, 2025): ') as string,
  });
}, 60_000);

it.each(['/src/app/main.ts', '/@fs/etc/passwd', '/page/nothing', '/', '/@vite/client'])('a preview has no %s', async (path) => {
  expect((await get(base + path)).status).toBe(404);
});

it('a preview refuses requests without a session or its secret address', async () => {
  expect((await fetch(`${desk.origin}${base}/page/not-found`)).status).toBe(403);
  expect((await get('/preview/page/not-found')).status).toBe(403);
});

it('attack: a page on another port of this machine cannot read a draft from the process of its preview', async () => {
  expect((await get(`${base}/page/not-found`)).status).toBe(200);
  const read = await fetch(`http://127.0.0.1:${previewPort}/404`, { headers: { origin: 'http://127.0.0.1:9999' } });
  expect(read.headers.get('access-control-allow-origin')).toBeNull();
}, 60_000);

it.each(['/src/app/main.ts#.svg', '/src/../@vite/client#.svg', '/src/../@id/astro/client.svg'])(
  'attack: a preview has no address for the code of its pages: %s',
  async (path) => {
    // fetch() would leave out the fragment.
    const asked = http.get(desk.origin, { path: base + path, headers: { cookie: session.cookie } });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  },
  60_000,
);
