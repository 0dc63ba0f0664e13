import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answers, post, workshop } from '../support/forms.ts';
import { makeProof, cheapProofs } from '../support/proof.ts';
import { root } from '../support/environment.ts';
import { startSite } from '../support/site.ts';
import { sound, storedIn } from './stored.ts';

/** Nothing is read-only to root, so that for root the site is somebody else's, who may read this folder. */
const uid = process.getuid?.() === 0 ? 65_534 : undefined;
const possible = spawnSync(process.execPath, ['-e', ''], { cwd: root, uid }).status === 0;
if (!possible) console.warn(`NOT TESTED: a read-only folder. The user ${uid} may not read ${root}.`);

/** A data folder of the user whose the site is. */
function ownFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-read-only-'));
  if (uid !== undefined) chownSync(folder, uid, uid);
  const remove = () => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, [Symbol.dispose]: remove };
}

it.skipIf(!possible)('does not start over a folder that it may not write to, and says what to mend', async () => {
  using own = ownFolder();
  chmodSync(own.folder, 0o500);
  await expect(startSite({ dataDir: own.folder, uid, env: cheapProofs })).rejects.toThrow(
    /ended with 1 .*\n.*founder-house\.db cannot be written; let this user write to the file and to its folder/u,
  );
  expect(readdirSync(own.folder)).toEqual([]);
});

it.skipIf(!possible)(
  'thanks nobody whose words are not stored, when its folder becomes read-only under it, and goes on when that is mended',
  async () => {
    using own = ownFolder();
    await using site = await startSite({ dataDir: own.folder, uid, env: { ...cheapProofs, RATE_LIMIT_PER_MINUTE: '1000' } });
    const thanked: (string | undefined)[] = [];
    const send = async () => {
      const typed = answers({ altcha: await makeProof() });
      const { status } = await post(site, workshop.id, typed);
      if (status === 303) thanked.push(typed['inf_field_Email']);
      return status;
    };
    expect(await send()).toBe(303);
    for (const mode of [0o500, 0o000]) {
      chmodSync(own.folder, mode);
      const sent = [await send(), await send()];
      expect(sent.filter((status) => status !== 303 && status !== 503)).toEqual([]);
    }
    chmodSync(own.folder, 0o700);
    expect(await send()).toBe(303);
    const stored = storedIn(site);
    expect(stored.rows.map(({ email }) => email)).toEqual(thanked);
    expect(stored.integrity).toEqual(sound);
  },
);
