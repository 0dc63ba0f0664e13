import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataWith, insertSubmissions } from '../support/cli-data.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import { startSite } from '../support/site.ts';

/** Overwrites pages in the middle of the file, as a failing disk does. The first pages, which readiness writes, stay. */
function damage(file: string): void {
  const opened = openSync(file, 'r+');
  for (let page = 100; page < 160; page += 1) writeSync(opened, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
  closeSync(opened);
}

const ready = async ({ url }: { url: string }) => (await fetch(`${url}/readyz`)).status;

it('attack: /readyz returns 503 from the start with a damaged database, and the log says why; pages are still served', async () => {
  using data = await dataWith([]);
  insertSubmissions(data.file, 3000, 'Vane');
  damage(data.file);
  await using site = await startSite({ dataDir: data.folder, env: { DATABASE_URL: `file:${data.file}` } });
  expect(await ready(site)).toBe(503);
  // The log is written a moment later.
  await expect.poll(() => site.printed()).toMatch(/founder-house\.db is damaged/u);
  expect((await fetch(site.url)).status).toBe(200);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
});

it('attack: /readyz returns 503 after the database is damaged while the site runs, and 200 with an intact one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-damage-'));
  try {
    using data = await dataWith([]);
    insertSubmissions(data.file, 3000, 'Vane');
    await using site = await startSiteInProcess({ DATABASE_URL: `file:${data.file}` }, { dataDir: folder });
    expect(await ready(site)).toBe(200);
    damage(data.file);
    await expect.poll(() => ready(site), { interval: 500, timeout: 40_000 }).toBe(503);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
