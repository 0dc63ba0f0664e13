import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { dataWith, insertSubmissions } from '../support/cli-data.ts';
import { cleanEnv, root } from '../support/environment.ts';
import { startSite } from '../support/site.ts';

const submissions = 20_000;
const isDatabase = (name: string) => /^founder-house\.db(?:-wal|-shm)?$/u.test(name);
/** Everything in a folder but the database that the site works with. */
const namesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !isDatabase(name))
    .toSorted();

/** Starts the organizer's command as a process of its own, and kills it as soon as one of these folders has a new file in it. */
async function killAtFirstFile(args: string[], settings: Record<string, string>, folders: string[]): Promise<void> {
  const before = folders.map((folder) => namesIn(folder).length);
  const child = spawn(join(root, 'bin/organizer'), args, { env: cleanEnv(settings), stdio: 'ignore' });
  const exited = once(child, 'exit');
  while (child.exitCode === null && folders.every((folder, place) => namesIn(folder).length === before[place])) await pause(1);
  // The file is being written.
  await pause(5);
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
}

it('a killed restore leaves nothing outside the data folder, and what it leaves there is private and gone after the next start', async () => {
  using source = await dataWith([]);
  insertSubmissions(source.file, submissions, 'Vane & Daughters '.repeat(20));
  const copy = join(source.folder, 'copy.db');
  expect((await source.organizer(['backup', copy])).status).toBe(0);
  using data = await dataWith([]);
  const temporary = join(source.folder, 'tmp');
  mkdirSync(temporary);

  await killAtFirstFile(['restore', copy], { DATA_DIR: data.folder, TMPDIR: temporary }, [temporary, data.folder]);
  expect(namesIn(temporary)).toEqual([]);
  const left = namesIn(data.folder);
  expect(left).toHaveLength(1);
  expect(statSync(join(data.folder, left[0] as string)).mode & 0o777).toBe(0o700);

  await using site = await startSite({ dataDir: data.folder, env: { DATABASE_URL: `file:${data.file}` } });
  expect(namesIn(site.dataDir)).not.toContain(left[0]);
  expect((await site.organizer('submissions', 'list')).stdout).not.toContain('Vane');
  expect(await site.organizer('restore', copy)).toMatchObject({ status: 0 });
});

it('a killed backup leaves no file of its name, and the next one is made under it', async () => {
  using data = await dataWith([]);
  insertSubmissions(data.file, submissions, 'Vane & Daughters '.repeat(20));
  const copies = join(data.folder, 'copies');
  mkdirSync(copies);
  const copy = join(copies, 'copy.db');

  await killAtFirstFile(['backup', copy], { DATA_DIR: data.folder }, [copies]);
  expect(existsSync(copy)).toBe(false);
  expect((await data.organizer(['backup', copy])).status).toBe(0);
  expect(namesIn(copies)).toEqual(['copy.db']);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
});
