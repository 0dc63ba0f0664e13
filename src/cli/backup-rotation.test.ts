import { closeSync, mkdirSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataWith } from '../../test/support/cli-data.ts';
import { recording } from '../../test/support/recording.ts';

const older = ['founder-house-2026-01-01T03-00-00Z.db', 'founder-house-2026-01-02T03-00-00Z.db', 'founder-house-2026-01-03T03-00-00Z.db'];

it('backup names copies in a folder by their time, keeps the newest, and removes no other file', async () => {
  using data = await dataWith([recording()]);
  const folder = join(data.folder, 'copies');
  mkdirSync(folder);
  for (const name of [...older, 'before-the-move.db']) writeFileSync(join(folder, name), '');
  const { status, stdout } = await data.organizer(['backup', folder, '--keep', '2', '--verify']);
  expect(status).toBe(0);
  const [foreign, kept, made, ...rest] = readdirSync(folder).toSorted();
  expect([foreign, kept, rest]).toEqual(['before-the-move.db', older[2], []]);
  expect(made).toMatch(/^founder-house-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/u);
  expect(stdout).toMatch(/a rehearsed restore found 1 submission, the newest from \d{4}-\d\d-\d\d \d\d:\d\d, and 1 row in total\n$/u);
});

it('backup --verify checks an existing copy, and changes neither it nor the database and leaves no other file', async () => {
  using data = await dataWith([recording(), recording({ inf_field_Email: 'b@example.com' })]);
  const copy = join(data.folder, 'copy.db');
  await data.organizer(['backup', copy]);
  const [before, files] = [statSync(copy).mtimeMs, readdirSync(data.folder).toSorted()];
  const { status, stdout } = await data.organizer(['backup', copy, '--verify']);
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/^\S+copy\.db exists, so no new copy was made\n\S+copy\.db: a rehearsed restore found 2 submissions/u),
  ]);
  expect([statSync(copy).mtimeMs, readdirSync(data.folder).toSorted()]).toEqual([before, files]);
});

it('backup --verify exits with 1 for a damaged file and for a file that is not a copy', async () => {
  using data = await dataWith(Array.from({ length: 50 }, (_, index) => recording({ inf_field_Email: `${index}@example.com` })));
  const copy = join(data.folder, 'copy.db');
  await data.organizer(['backup', copy]);
  const opened = openSync(copy, 'r+');
  writeSync(opened, Buffer.alloc(16_384, 7), 0, 16_384, 4096 * 3);
  closeSync(opened);
  const letter = join(data.folder, 'letter.txt');
  writeFileSync(letter, 'Dear');
  for (const file of [copy, letter]) {
    const { status, stderr } = await data.organizer(['backup', file, '--verify']);
    expect(status).toBe(1);
    expect(stderr).toContain(`${file}: it `);
  }
});

it('backup --keep requires a folder and a count', async () => {
  using data = await dataWith([recording()]);
  expect((await data.organizer(['backup', join(data.folder, 'none'), '--keep', '3'])).stderr).toContain('--keep needs an existing folder');
  expect((await data.organizer(['backup', data.folder, '--keep', '0'])).status).toBe(2);
});
