import { expect, it } from 'vitest';
import { postgresSettings } from '../support/deployment.ts';
import { answers, listSubmissions, post, workshop } from '../support/forms.ts';
import { startPostgresPair } from '../support/postgres.ts';
import { cheapProofs, makeProof } from '../support/proof.ts';
import { startSite } from '../support/site.ts';
import { manyRounds } from './rounds.ts';

/** Fifty posts per second. */
const intervalMs = 1000 / 50;
const email = 'inf_field_Email';

it('no acknowledged submission is lost or stored twice when the PostgreSQL primary is killed, and posts succeed after the standby is promoted', async () => {
  await using pair = await startPostgresPair();
  const settings = await postgresSettings(await pair.database());
  await using site = await startSite({ env: { ...settings, ...cheapProofs, RATE_LIMIT_PER_MINUTE: '1000000' } });
  const acknowledged = new Set<string>();
  const refused: Record<string, string>[] = [];
  const send = async (typed: Record<string, string>) => {
    const { status } = await post(site, workshop.id, { ...typed, altcha: await makeProof() });
    if (status === 303) acknowledged.add(typed[email] as string);
    else refused.push(typed);
  };
  const pending: Promise<void>[] = [];
  const timer = setInterval(() => pending.push(send(answers())), intervalMs);
  try {
    await expect.poll(() => acknowledged.size).toBeGreaterThan(25);
    await pair.killPrimary();
    await expect.poll(() => refused.length).toBeGreaterThan(10);
    await pair.promoteStandby();
    const atPromotion = acknowledged.size;
    await expect.poll(() => acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(atPromotion + 25);
  } finally {
    clearInterval(timer);
  }
  await Promise.all(pending);
  expect(site.process.exitCode).toBeNull();

  const stored = (await listSubmissions(site)).map(({ fields }) => fields[email] as string);
  expect(stored.filter((address, index) => stored.indexOf(address) !== index)).toEqual([]);
  expect([...acknowledged].filter((address) => !stored.includes(address))).toEqual([]);

  // A founder whose post got 503 sends it again. The primary may have stored it before it could acknowledge it.
  const again = refused.splice(0);
  for (const typed of again) await send(typed);
  expect(refused).toEqual([]);
  const current = (await listSubmissions(site)).map(({ fields }) => fields[email] as string);
  expect(current.toSorted()).toEqual([...acknowledged].toSorted());
});

it.skipIf(!manyRounds)('posts succeed after the standby is promoted when the primary is silent, as after a loss of its power', async () => {
  await using pair = await startPostgresPair();
  const settings = await postgresSettings(await pair.database());
  await using site = await startSite({ env: { ...settings, ...cheapProofs, RATE_LIMIT_PER_MINUTE: '1000000' } });
  const send = async () => (await post(site, workshop.id, { ...answers(), altcha: await makeProof() })).status;
  expect(await Promise.all(Array.from({ length: 30 }, send))).not.toContain(503);
  await pair.freezePrimary();
  await pair.promoteStandby();
  await expect.poll(send, { timeout: 30_000 }).toBe(303);
  for (let count = 0; count < 20; count += 1) expect(await send()).toBe(303);
});
