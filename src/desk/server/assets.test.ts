import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSession, startDeskInProcess } from '../../../test/support/desk.ts';

it('the scripts of the desk are sent compressed, and only the browser may keep them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-desk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await using desk = await startDeskInProcess(folder);
  const { session } = await openSession(desk.address);
  const get = (path: string, coding: string) => fetch(desk.origin + path, { headers: { ...session, 'accept-encoding': coding } });
  const page = await get('/', 'br');
  expect(page.headers.get('cache-control')).toBe('no-store');
  const [, script] = /src="(\/assets\/[^"]+\.js)"/u.exec(await page.text())!;
  const whole = await (await get(script!, 'identity')).text();
  const compressed = await get(script!, 'br');
  expect(Object.fromEntries(compressed.headers)).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'private, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(Number(compressed.headers.get('content-length'))).toBeLessThan(whole.length / 2);
  expect(await compressed.text()).toBe(whole);
});
