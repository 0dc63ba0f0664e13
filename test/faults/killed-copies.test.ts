import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { loadContent } from '../../src/content/load.ts';
import { dataWith, insertSubmissions } from '../support/cli-data.ts';
import { ContentCopy } from '../support/content-copy.ts';
import { cleanEnv, root } from '../support/environment.ts';
import { organizer } from '../support/organizer.ts';
import { startSite } from '../support/site.ts';

const submissionCount = 20_000;
const isDatabase = (name: string) => /^founder-house\.db(?:-wal|-shm)?$/u.test(name);
/** Returns the names in a folder, except those of the site's database. */
const namesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !isDatabase(name))
    .toSorted();

/** Starts the organizer's command as a process and kills it as soon as one of these folders contains a new file. */
async function killAtFirstFile(args: string[], settings: Record<string, string>, folders: string[]): Promise<void> {
  const before = folders.map((folder) => namesIn(folder).length);
  const child = spawn(join(root, 'bin/organizer'), args, { env: cleanEnv(settings), stdio: 'ignore' });
  const exited = once(child, 'exit');
  while (child.exitCode === null && folders.every((folder, place) => namesIn(folder).length === before[place])) await pause(1);
  // The command is now writing the file.
  await pause(5);
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
}

it('attack: a killed restore leaves files in the data folder only, which are private and removed by the next start', async () => {
  using source = await dataWith([]);
  insertSubmissions(source.file, submissionCount, 'Vane & Daughters '.repeat(20));
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

it('attack: a killed backup leaves no incomplete copy, and the next backup can use the same name', async () => {
  using data = await dataWith([]);
  insertSubmissions(data.file, submissionCount, 'Vane & Daughters '.repeat(20));
  const copies = join(data.folder, 'copies');
  mkdirSync(copies);
  const copy = join(copies, 'copy.db');

  await killAtFirstFile(['backup', copy], { DATA_DIR: data.folder }, [copies]);
  expect(existsSync(copy)).toBe(false);
  expect((await data.organizer(['backup', copy])).status).toBe(0);
  expect(namesIn(copies)).toEqual(['copy.db']);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
});

it('attack: a killed export leaves no incomplete file under its name, and the next export can use the same name', async () => {
  using data = await dataWith([]);
  insertSubmissions(data.file, submissionCount, 'Vane & Daughters '.repeat(20));
  const exports = join(data.folder, 'exports');
  mkdirSync(exports);
  const file = join(exports, 'sign-ups.csv');
  const write = ['submissions', 'export', '--output', file];

  await killAtFirstFile(write, { DATA_DIR: data.folder }, [exports]);
  expect(existsSync(file)).toBe(false);
  expect((await data.organizer(write)).status).toBe(0);
  expect(namesIn(exports)).toEqual(['sign-ups.csv']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('a killed `season new` leaves no incomplete retreat, and can be run again', async () => {
  using copy = new ContentCopy();
  const { length } = readdirSync(join(copy.folder, 'retreats/spring-2026'));
  const start = ['season', 'new', 'fall-2030', '--from', 'spring-2026', '--folder', copy.folder];
  const child = spawn(join(root, 'bin/organizer'), start, {
    env: cleanEnv({ NODE_OPTIONS: `--import=${join(root, 'test/support/killed-write.mjs')}`, KILLED_WRITE: 'fall-2030' }),
    stdio: 'ignore',
  });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(readdirSync(join(copy.folder, 'retreats'))).toEqual(['spring-2026']);
  expect(loadContent(copy.folder).undated).toEqual([]);
  expect((await organizer(start)).status).toBe(0);
  expect(readdirSync(join(copy.folder, 'retreats/fall-2030'))).toHaveLength(length);
  expect(readdirSync(copy.folder)).not.toContain('.new');
});
