import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answers, post, workshop } from '../support/forms.ts';
import { makeProof, cheapProofs } from '../support/proof.ts';
import { root } from '../support/environment.ts';
import { startSite } from '../support/site.ts';
import { noDamage, storedIn } from './stored.ts';

/** root can write to read-only folders, so if root runs the tests, another user who can read the repository runs the site. */
const uid = process.getuid?.() === 0 ? 65_534 : undefined;
const canRun = spawnSync(process.execPath, ['-e', ''], { cwd: root, uid }).status === 0;
if (!canRun) console.warn(`NOT TESTED: a read-only folder. The user ${uid} cannot read ${root}.`);

/** Creates a data folder that belongs to the user who runs the site. */
function createDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-read-only-'));
  if (uid !== undefined) chownSync(folder, uid, uid);
  const remove = () => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, [Symbol.dispose]: remove };
}

it.skipIf(!canRun)('the site does not start with a read-only data folder, and says what to fix', async () => {
  using own = createDataFolder();
  chmodSync(own.folder, 0o500);
  await expect(startSite({ dataDir: own.folder, uid, env: cheapProofs })).rejects.toThrow(
    /ended with 1 .*\n.*founder-house\.db cannot be written; give this user write access to the file and its folder/u,
  );
  expect(readdirSync(own.folder)).toEqual([]);
});

it.skipIf(!canRun)(
  'only stored posts get a thank-you page while the data folder is read-only, and posts succeed when it is writable again',
  async () => {
    using own = createDataFolder();
    await using site = await startSite({ dataDir: own.folder, uid, env: { ...cheapProofs, RATE_LIMIT_PER_MINUTE: '1000' } });
    const acknowledged: (string | undefined)[] = [];
    const send = async () => {
      const typed = answers({ altcha: await makeProof() });
      const { status } = await post(site, workshop.id, typed);
      if (status === 303) acknowledged.push(typed['inf_field_Email']);
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
    expect(stored.rows.map(({ email }) => email)).toEqual(acknowledged);
    expect(stored.integrity).toEqual(noDamage);
  },
);
