import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answers, post, shownIn, workshop } from '../support/forms.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import { storedIn } from './stored.ts';

/** Holds the write lock, as a database browser with an open edit does, for ten seconds and until it reads from standard input. */
const locker = `
  const database = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 5000 });
  database.exec('BEGIN IMMEDIATE');
  console.log('locked');
  const released = new Promise((resolve) => process.stdin.once('data', resolve));
  Promise.all([released, new Promise((resolve) => setTimeout(resolve, 10_000))]).then(() => {
    database.exec('ROLLBACK');
    console.log('free');
    process.exit();
  });`;

it('a post gets 503 with everything typed while another program locks the database for ten seconds, and succeeds afterwards', async () => {
  await using site = await startSiteInProcess({ RATE_LIMIT_PER_MINUTE: '1000000' });
  const child = spawn(process.execPath, ['-e', locker, join(site.dataDir, 'founder-house.db')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  let free = false;
  child.stdout.once('data', () => (free = true));

  const typed = answers({ inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions: 'One\r\ntwo “three”' });
  const waiting = post(site, workshop.id, typed);
  expect((await fetch(site.url)).status).toBe(200);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  const refused = await waiting;
  const page = await refused.text();
  expect(refused.status).toBe(503);
  expect(free).toBe(false);
  expect(page).toMatch(/We couldn’t save this just now/u);
  expect(page).toContain(refused.headers.get('x-request-id'));
  for (const wire of Object.keys(typed).filter((name) => name !== 'inf_custom_SystemSize'))
    expect(shownIn(page, wire)).toBe(typed[wire]?.replaceAll('\r\n', '\n'));
  expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
  expect(storedIn(site).rows).toEqual([]);
  child.stdin.write('release\n');

  let status = 503;
  await expect.poll(async () => (status = (await post(site, workshop.id, typed)).status), { interval: 100 }).not.toBe(503);
  expect(status).toBe(303);
  expect(free).toBe(true);
  await ended;
  expect(storedIn(site).of(typed['inf_field_Email'])).toMatchObject([{ state: 'held', deliveries: 1 }]);
  expect(site.printed()).not.toContain(typed['inf_field_Email']);
});
