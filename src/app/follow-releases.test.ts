import { appendFileSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '../paths.ts';
import { answers, post, waitlist, workshop } from '../../test/support/forms.ts';
import { copyProject } from '../../test/support/project-copy.ts';
import { cheapProofs, withProof } from '../../test/support/proof.ts';
import { startSite } from '../../test/support/site.ts';
import type { Site } from '../../test/support/site.ts';

let copy: ReturnType<typeof copyProject>;
let site: Site;
beforeAll(async () => {
  copy = copyProject();
  site = await startSite({ folder: copy.folder, env: cheapProofs });
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  copy[Symbol.dispose]();
});

const built = (path: string) => join(copy.folder, 'dist', path);

const countSwitches = () => site.printed().split('the site serves the newest build').length;

it('the running site keeps its pages while a new build cannot be opened, and switches once it can be', async () => {
  const notFound = async () =>
    (await fetch(`${site.url}/nobody`, { headers: { accept: 'text/html', 'accept-encoding': 'identity' } })).text();

  const missing = built(`client/app/form/${workshop.id}/check-your-inbox.html`);
  renameSync(missing, `${missing}.away`);
  writeFileSync(built('client/404.html'), readFileSync(built('client/404.html'), 'utf8').replace('</h1>', ' again</h1>'));
  utimesSync(built('build.json'), new Date(), new Date());
  await expect.poll(site.printed).toContain('the newest build cannot be opened');
  expect(await notFound()).not.toContain(' again</h1>');

  renameSync(`${missing}.away`, missing);
  await expect.poll(notFound).toContain(' again</h1>');
  // The log says so a moment later; the next test would take it for the switch to its own build.
  await expect.poll(site.printed).toContain('the site serves the newest build');
});

it('the running site keeps its pages while its build cannot be read, as with the rights of another user', async () => {
  const dist = join(copy.folder, 'dist');
  renameSync(dist, `${dist}.away`);
  // Root may read everything, but no link that leads to itself.
  symlinkSync(dist, dist);
  await expect.poll(site.printed).toContain('the build can no longer be read');
  expect((await fetch(site.url)).status).toBe(200);
  rmSync(dist);
  renameSync(`${dist}.away`, dist);
});

/** Appends to a built module, and returns how often the site has loaded it once it has switched and shown a page. */
async function countLoads(change: string): Promise<number> {
  appendFileSync(built('server/entry.mjs'), change);
  const before = countSwitches();
  utimesSync(built('build.json'), new Date(), new Date());
  await expect.poll(countSwitches).toBeGreaterThan(before);
  expect((await post(site, workshop.id, {})).status).toBe(422);
  return site.printed().split('the module is loaded').length - 1;
}

it('a built module is loaded again only for a build in which it has other bytes', async () => {
  expect(await countLoads("\nconsole.log('the module is loaded');\n")).toBe(1);
  expect(await countLoads('')).toBe(1);
  expect(await countLoads('\n')).toBe(2);
});

it('a site that has switched to a new build enqueues the email with a lost link when it stops right after the request', async () => {
  const founder = answers();
  await post(site, waitlist.id, await withProof(site, founder));
  const before = countSwitches();
  utimesSync(built('build.json'), new Date(), new Date());
  await expect.poll(countSwitches).toBeGreaterThan(before);

  const body = new URLSearchParams({ inf_field_Email: founder['inf_field_Email']! });
  expect((await fetch(site.url + paths.lostLink, { method: 'POST', body })).status).toBe(200);
  expect(await site.end('SIGINT')).toBe(0);
  expect((await site.organizer('deliveries', 'list')).stdout).toContain('status-link');
});
