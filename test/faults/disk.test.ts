import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { answers, post, shownIn, workshop } from '../support/forms.ts';
import { makeProof, cheapProofs } from '../support/proof.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { SiteInProcess } from '../support/http-app.ts';
import { startSite } from '../support/site.ts';
import { canMount, smallDisk } from '../support/small-disk.ts';
import { noDamage, storedIn } from './stored.ts';

/** A disk that fails and recovers while the site keeps running. */
const env = { ...cheapProofs, RATE_LIMIT_PER_MINUTE: '1000000' };
const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' }).status === 0;

const canLimit = run('prlimit', '--version');
if (!canLimit) console.warn('NOT TESTED: a disk that fails to write. There is no prlimit here (Debian: util-linux).');

/** Posts before, during and after a fault; checks every response, and returns the stored and the acknowledged addresses. */
async function postThroughFault(site: SiteInProcess, { fail, recover }: { fail: () => void; recover: () => void }) {
  const send = async (proved: boolean) => {
    const typed = answers({ inf_field_Company: 'Vane “& Daughters”' });
    return { typed, response: await post(site, workshop.id, { ...typed, ...(proved && { altcha: await makeProof() }) }) };
  };
  const accepted = [await send(true), await send(false)];
  fail();
  const refused = [await send(true), await send(false), await send(true)];
  for (const { response, typed } of refused) {
    const page = await response.text();
    expect(response.status).toBe(503);
    expect(page).toMatch(/We couldn’t save this just now/u);
    for (const wire of ['inf_field_FirstName', 'inf_field_Email', 'inf_field_Company']) expect(shownIn(page, wire)).toBe(typed[wire]);
  }
  expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
  expect((await fetch(site.url)).status).toBe(200);
  recover();
  accepted.push(await send(true), await send(false));
  expect(accepted.map(({ response }) => response.status)).toEqual([303, 303, 303, 303]);
  for (const { typed } of [...accepted, ...refused]) expect(site.printed()).not.toContain(typed['inf_field_Email']);
  const stored = storedIn(site);
  expect(stored.integrity).toEqual(noDamage);
  return { stored: stored.rows.map(({ email }) => email), acknowledged: accepted.map(({ typed }) => typed['inf_field_Email']) };
}

describe('every acknowledged submission is stored, and others get 503 with everything typed, while the disk', () => {
  it.skipIf(!canMount)('is full', async () => {
    using disk = smallDisk();
    await using site = await startSiteInProcess(env, { dataDir: disk.folder });
    const { stored, acknowledged } = await postThroughFault(site, {
      fail: disk.fill,
      recover: disk.empty,
    });
    expect(stored).toEqual(acknowledged);
  });

  it.skipIf(!canLimit)('fails to write', async () => {
    await using site = await startSite({ env });
    const limit = (size: string) => run('prlimit', '--pid', String(site.process.pid), `--fsize=${size}:unlimited`);
    const { stored, acknowledged } = await postThroughFault(site, { fail: () => limit('4096'), recover: () => limit('unlimited') });
    expect(stored).toEqual(acknowledged);
  });
});
