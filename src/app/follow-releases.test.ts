import { readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
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
});

it('a site that has switched to a new build enqueues the mail with a lost link when it stops right after the request', async () => {
  const founder = answers();
  await post(site, waitlist.id, await withProof(site, founder));
  const switches = () => site.printed().split('the site serves the newest build').length;
  const before = switches();
  utimesSync(join(copy.folder, 'dist/build.json'), new Date(), new Date());
  await expect.poll(switches).toBeGreaterThan(before);

  const body = new URLSearchParams({ inf_field_Email: founder['inf_field_Email']! });
  expect((await fetch(site.url + paths.lostLink, { method: 'POST', body })).status).toBe(200);
  expect(await site.end('SIGINT')).toBe(0);
  expect((await site.organizer('deliveries', 'list')).stdout).toContain('status-link');
});
