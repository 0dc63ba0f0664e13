import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { root } from '../support/environment.ts';
import { answers, post, waitlist } from '../support/forms.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import { cheapProofs, makeProof } from '../support/proof.ts';
import { startSite } from '../support/site.ts';

const packages = dirname(dirname(fileURLToPath(import.meta.resolve('@flydotio/litestream'))));
const litestream = join(packages, `litestream-${process.platform}-${process.arch}`, 'litestream');
const isInstalled = existsSync(litestream);
if (!isInstalled) console.warn(`NOT TESTED: deploy/litestream.yml. There is no Litestream for ${process.platform} on ${process.arch}.`);

const config = join(root, 'deploy/litestream.yml');

/** Runs Litestream with the configuration of deploy/. */
function replicate(env: Record<string, string>) {
  const child = spawn(litestream, ['replicate', '-config', config], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  return {
    kill,
    [Symbol.asyncDispose]: async () => {
      kill();
      await ended;
    },
  };
}

/** Restores the database of a lost machine to a file; returns how many submissions it has, and undefined while there is no copy. */
function restore(env: Record<string, string>, file: string): number | undefined {
  rmSync(file, { force: true });
  const database = join(env['DATA_DIR'] as string, 'founder-house.db');
  const { status } = spawnSync(litestream, ['restore', '-config', config, '-o', file, database], { env });
  if (status !== 0) return undefined;
  using native = new DatabaseSync(file, { readOnly: true });
  return native.prepare('SELECT count(*) AS count FROM submissions').get()?.['count'] as number;
}

it.skipIf(!isInstalled)(
  'a site is started again from the copies of Litestream after its machine is lost',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'founder-house-litestream-'));
    const [lost, found] = [join(folder, 'lost'), join(folder, 'found')];
    for (const dataDir of [lost, found]) mkdirSync(dataDir);
    const env = { DATA_DIR: lost, LITESTREAM_REPLICA_URL: `file://${folder}/copies` };
    const settings = { ...cheapProofs, RATE_LIMIT_PER_MINUTE: '6000' };
    const emails = Array.from({ length: 10 }, (_, number) => `founder.${number}@example.com`);
    {
      await using site = await startSite({ env: settings, dataDir: lost });
      await using copying = replicate(env);
      for (const email of emails) {
        const response = await post(site, waitlist.id, { ...answers({ inf_field_Email: email }), altcha: await makeProof() });
        expect(response.status).toBe(303);
      }
      await expect.poll(() => restore(env, join(found, 'founder-house.db')), { timeout: 30_000 }).toBe(emails.length);
      copying.kill();
      await site.end('SIGKILL');
    }
    rmSync(lost, { recursive: true, force: true });
    {
      await using site = await startSiteInProcess(settings, { dataDir: found });
      const listed = JSON.parse((await site.organizer('submissions', 'list', '--json')).stdout) as { fields: Record<string, string> }[];
      expect(listed.map(({ fields }) => fields['inf_field_Email']).toSorted()).toEqual(emails);
    }
    rmSync(folder, { recursive: true, force: true });
  },
);
