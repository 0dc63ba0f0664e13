import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { answers, listSubmissions, post, waitlist, workshop } from '../support/forms.ts';
import { startInstances } from '../support/instances.ts';
import type { Instances } from '../support/instances.ts';
import { unlimited, solveProof, withProof } from '../support/proof.ts';
import type { Site } from '../support/site.ts';

/** Two instances behind nginx with one PostgreSQL database act as one site. */
let instances: Instances;
beforeAll(async () => {
  instances = await startInstances({ env: { ...unlimited, RATE_LIMIT_PER_MINUTE: '10' } });
});
afterAll(() => instances[Symbol.asyncDispose]());

/** Returns the header of a new client, as nginx passes it on. */
let client = 0;
const newClient = () => {
  client += 1;
  return { 'x-forwarded-for': `198.18.${Math.floor(client / 256)}.${client % 256}` };
};
const countPosts = (site: Site) => site.printed().match(/"method":"POST"/gu)?.length ?? 0;
const emails = async (site: Pick<Site, 'organizer'>) => (await listSubmissions(site)).map(({ fields }) => fields['inf_field_Email']);

it('nginx sends requests to both instances', async () => {
  console.log(`two instances behind ${instances.balancer}`);
  const from = newClient();
  for (let sent = 0; sent < 4; sent += 1) expect((await post(instances, workshop.id, answers(), from)).status).toBe(303);
  await expect.poll(() => instances.each.map((site) => countPosts(site))).toEqual([2, 2]);
});

it('the rate limit counts a client on both instances together, and each client separately', async () => {
  const from = newClient();
  const statuses: number[] = [];
  for (let sent = 0; sent < 14; sent += 1) {
    const typed = answers();
    const response = await post(instances, workshop.id, typed, from);
    statuses.push(response.status);
    if (response.status !== 429) continue;
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.text()).toContain(typed['inf_field_Email']);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(303), ...Array<number>(4).fill(429)]);
  expect((await post(instances, workshop.id, answers(), newClient())).status).toBe(303);
  // Addresses left of the one that nginx saw come from the client; the last address counts.
  const forged = { 'x-forwarded-for': `198.51.100.7, ${from['x-forwarded-for']}` };
  expect((await post(instances, workshop.id, answers(), forged)).status).toBe(429);
});

describe('a challenge', () => {
  it('of one instance is accepted by the other, and then spent on both', async () => {
    const [one, other] = instances.each as [Site, Site];
    const altcha = await solveProof(one);
    const typed = answers({ altcha });
    const accepted = await post(other, workshop.id, typed);
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, paths.received(workshop.id)]);
    for (const site of [one, other, instances]) expect((await post(site, workshop.id, answers({ altcha }), newClient())).status).toBe(422);
    expect(await emails(one)).toContain(typed['inf_field_Email']);
    expect(await emails(other)).toEqual(await emails(one));
  });

  it('that is posted to both instances simultaneously is accepted once', async () => {
    const altcha = await solveProof(instances);
    const typed = Array.from({ length: 20 }, () => answers({ altcha }));
    const statuses = await Promise.all(typed.map(async (given) => (await post(instances, workshop.id, given, newClient())).status));
    expect(statuses.toSorted()).toEqual([303, ...Array<number>(19).fill(422)]);
    const kept = new Set(await emails(instances));
    expect(typed.filter((given) => kept.has(given['inf_field_Email']))).toHaveLength(1);
  });
});

it('a person who posts to both instances simultaneously has one registration', async () => {
  const typed = answers();
  const given = await Promise.all(Array.from({ length: 10 }, () => withProof(instances, typed)));
  const statuses = await Promise.all(given.map(async (each) => (await post(instances, waitlist.id, each, newClient())).status));
  expect(statuses).toEqual(Array(10).fill(303));
  expect((await emails(instances)).filter((email) => email === typed['inf_field_Email'])).toHaveLength(1);
});

it('a held submission gets one confirmation email, and either instance accepts the confirmation', async () => {
  const typed = answers();
  const held = await post(instances, waitlist.id, typed, newClient());
  expect(held.headers.get('location')).toBe(paths.checkInbox(waitlist.id));
  const links = async () => {
    const folders = instances.each.map(({ dataDir }) => join(dataDir, 'mail'));
    const files = folders.flatMap((folder) => mailFiles(folder));
    const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(file))));
    const own = mails.filter(({ to }) => to?.[0]?.address === typed['inf_field_Email']);
    // The thank-you email afterwards has no such link.
    return own.flatMap(({ text = '' }) => /\/confirm\/[\w-]+/u.exec(text)?.[0] ?? []);
  };
  await expect.poll(links).toHaveLength(1);
  const [path] = (await links()) as [string];
  const [one, other] = instances.each as [Site, Site];
  expect((await fetch(one.url + path)).status).toBe(200);
  expect((await fetch(other.url + path, { method: 'POST' })).status).toBe(200);
  const { state } = (await listSubmissions(instances)).find(({ fields }) => fields['inf_field_Email'] === typed['inf_field_Email']) ?? {};
  expect(state).toBe('accepted');
  expect(await links()).toHaveLength(1);
});

const mailFiles = (folder: string) => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
};

it('posts succeed while one instance stops', async () => {
  const [one] = instances.each as [Site];
  const ended = one.end();
  const statuses = await Promise.all(
    Array.from({ length: 6 }, async () => (await post(instances, workshop.id, answers(), newClient())).status),
  );
  expect(await ended).toBe(0);
  expect(statuses).toEqual(Array(6).fill(303));
});
