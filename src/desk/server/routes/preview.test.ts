import { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PageList } from './preview.ts';
import { openSession, startDeskInProcess } from '../../../../test/support/desk.ts';

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

/** Returns how many texts of a page have a place, and the texts that have none. */
function textsOf(document: DefaultTreeAdapterTypes.Document): { placed: number; others: string[] } {
  const found = { placed: 0, others: [] as string[] };
  const visit = (node: DefaultTreeAdapterTypes.Node, hasPlace: boolean): void => {
    if (node.nodeName === 'style') return;
    const named = hasPlace || ('attrs' in node && node.attrs.some(({ name }) => name === 'data-at'));
    const text = 'value' in node ? node.value.trim() : '';
    if (text !== '' && named) found.placed += 1;
    else if (text !== '') found.others.push(text);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child, named);
  };
  visit(document, false);
  return found;
}

/** Requests as a page in a frame does, which sends the cookie only. */
const get = (path: string) => fetch(desk.origin + path, { headers: { cookie: session.cookie } });

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

it('a mail is shown in the layout of every mail, with the place of each of its texts', async () => {
  const page = parse(await (await get(`${base}/page/mail-waitlist`)).text());
  const { placed, others } = textsOf(page);
  expect([placed, others.filter((text) => /\p{L}/u.test(text))]).toEqual([11, []]);
});

/** The texts of a page with letters in them that are no text of content/: addresses, days, the fields of a form, and what the code says by itself. */
const fromCode = {
  'retreat-spring-2026-open': ['Skip to the content', 'http://127.0.0.1:4321/', 'hello@founderhouse.example', 'Privacy'],
  'workshop-relationships-that-power-your-brand-upcoming': [
    'Skip to the content',
    'A desk by an arched window: a video call on the laptop, hills outside',
    'Friday',
    'July 2025',
    'When',
    'Where',
    'Length',
    'Add to calendar',
    '127.0.0.1:4321/speaker-series',
    'An asterisk (*) marks what we need to know.',
    'First name',
    'Last name',
    'Email',
    'Brand',
    'Phone',
    'System size',
    'Please select one',
    'Corporate Locations Only',
    '1-10 Units',
    '11-25 Units',
    '26-50 Units',
    '51-99 Units',
    '100-149 Units',
    '150+ Units',
    'Questions for the speaker',
    'Add me to the Founder House Slack community',
    'Keep me posted about future Founder House events',
    'Leave this field empty',
    'hello@founderhouse.example',
    'Privacy',
  ],
};

it.each(Object.entries(fromCode))(
  'every text of %s has its place, except for what the code says',
  async (id, expected) => {
    const page = parse(await (await get(`${base}/page/${id}`)).text());
    const { placed, others } = textsOf(page);
    expect(placed).toBeGreaterThan(40);
    expect(others.filter((text) => /\p{L}/u.test(text))).toEqual(expected);
  },
  60_000,
);

it('the pictures of a preview are made one after the other, so that a changed page waits for one at most', async () => {
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

it.each(['/src/app/main.ts', '/@fs/etc/passwd', '/page/nothing', '/', '/@vite/client'])('a preview has no %s', async (path) => {
  expect((await get(base + path)).status).toBe(404);
});

it('a preview is closed to who has no session or does not know its address', async () => {
  expect((await fetch(`${desk.origin}${base}/page/not-found`)).status).toBe(403);
  expect((await get('/preview/page/not-found')).status).toBe(403);
});

it('attack: a page on another port of this machine cannot read a draft from the process of its preview', async () => {
  expect((await get(`${base}/page/not-found`)).status).toBe(200);
  const read = await fetch(`http://127.0.0.1:${previewPort}/404`, { headers: { origin: 'http://127.0.0.1:9999' } });
  expect(read.headers.get('access-control-allow-origin')).toBeNull();
}, 60_000);
