import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDeskInProcess } from '../../../../test/support/desk.ts';

const folder = mkdtempSync(join(tmpdir(), 'founder-house-preview-'));
let desk: Awaited<ReturnType<typeof startDeskInProcess>>;
let cookie: string;
beforeAll(async () => {
  desk = await startDeskInProcess(folder);
  const response = await fetch(desk.address, { redirect: 'manual' });
  cookie = response.headers.get('set-cookie')!.split(';')[0]!;
});
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string) => fetch(desk.origin + path, { headers: { cookie } });

it('a preview is the page with the place of each of its texts, and runs no script', async () => {
  const response = await get('/preview/page/not-found');
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain('data-at="words.yaml#/notFound/heading"');
  expect(page).toContain('data-at="words.yaml#/notFound/text"');
  expect(page).not.toMatch(/[\u{E0001}\u{E0002}\u{E0020}-\u{E007F}]/u);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('content-security-policy')).not.toContain('script-src');
  const [, font] = /"(\/preview\/src\/[^"]+\.woff2)"/u.exec(page) ?? [];
  expect((await get(font!)).status).toBe(200);
}, 60_000);

it.each(['/preview/src/app/main.ts', '/preview/@fs/etc/passwd', '/preview/page/nothing', '/preview/', '/preview/@vite/client'])(
  'a preview has no %s',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

it('a preview is closed to who has no session', async () => {
  expect((await fetch(`${desk.origin}/preview/page/not-found`)).status).toBe(403);
});
