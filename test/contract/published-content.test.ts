import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { registration, openSession, openStoreOf, startDesk, storeAll } from '../support/desk.ts';
import { copyProject } from '../support/project-copy.ts';
import { signIn } from '../support/remote-desk.ts';
import { startSite } from '../support/site.ts';

it('both desks, open while a retreat with another capacity is published, show and apply the new capacity', async () => {
  using copy = copyProject('bin');
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  await using site = await startSite({ folder: copy.folder, env: { DESK_ORIGIN: origin, DESK_PORT: String(port) } });
  await using loopback = await startDesk(site.dataDir, { folder: copy.folder });
  const founders = await storeAll(site.dataDir, [registration({}), registration({}), registration({})]);
  const { session } = await openSession(loopback.address);
  const store = await openStoreOf(site.dataDir);
  const cookie = await signIn(store.organizers, { name: 'Ada', role: 'organizer', now: new Date() });
  await store.close();
  const remote = { cookie, origin, 'sec-fetch-site': 'same-origin' };
  const desks = [
    { url: loopback.origin, headers: { ...session, origin: loopback.origin } },
    { url: origin, headers: remote },
  ];
  const capacities = async () =>
    Promise.all(
      desks.map(async ({ url, headers }) => {
        const { retreats } = (await (await fetch(`${url}/api/site`, { headers })).json()) as { retreats: { capacity: number }[] };
        return retreats[0]?.capacity;
      }),
    );
  expect(await capacities()).toEqual([10, 10]);

  publish(copy.folder, 'retreats/spring-2026/facts.yaml', 'capacity: 10', 'capacity: 2');
  await expect.poll(capacities).toEqual([2, 2]);

  const invite = async (desk: number, founder: number) => {
    const { url, headers } = desks[desk]!;
    const response = await fetch(`${url}/api/entries/${founders[founder]}/invite`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ days: 7 }),
    });
    return [response.status, ((await response.json()) as { message?: string }).message];
  };
  expect([(await invite(0, 0))[0], (await invite(1, 1))[0]]).toEqual([200, 200]);
  const full = [409, 'All 2 seats are taken or offered. Check the box below to invite the founder anyway.'];
  expect([await invite(0, 2), await invite(1, 2)]).toEqual([full, full]);
});

/** Changes a file of the content and puts a build in place, as a publish does in the end; the texts of its pages do not matter here. */
function publish(folder: string, file: string, from: string, to: string): void {
  const path = join(folder, 'content', file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
  utimesSync(join(folder, 'dist/build.json'), new Date(), new Date());
}
