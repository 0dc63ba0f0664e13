import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recording } from '../../test/support/recording.ts';
import { dataWith } from '../../test/support/cli-data.ts';

it('backup writes a copy with the same submissions as the database', async () => {
  using data = await dataWith([
    recording({ inf_field_Email: 'a@example.com' }),
    recording({ inf_field_Email: 'b@example.com' }),
    recording({ inf_field_Email: 'b@example.com' }),
  ]);
  const copy = join(data.folder, 'copy.db');
  const { status, stdout } = await data.organizer(['backup', copy]);
  expect(stdout).toBe(`${copy}: 3 submissions, ${(statSync(copy).size / 1e6).toFixed(1)} MB, checked\n`);
  expect(status).toBe(0);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const list = (settings?: Record<string, string>) => data.organizer(['submissions', 'list', '--json', '--superseded'], settings);
  expect(await list({ DATABASE_URL: `file:${copy}` })).toEqual(await list());
  expect((await data.organizer(['submissions', 'list', '--search', 'b@exam'], { DATABASE_URL: `file:${copy}` })).stdout).toContain(
    'b@example.com',
  );
});

it('backup never replaces a file', async () => {
  using data = await dataWith([recording()]);
  const file = join(data.folder, 'letter.txt');
  writeFileSync(file, 'Dear');
  const { status, stderr } = await data.organizer(['backup', file]);
  expect(stderr).toBe(`Using the database ${data.file}\n${file}: this file already exists; choose another name, so that no copy is lost\n`);
  expect(status).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe('Dear');
});

it('backup removes the files of a killed backup that had the same process id, as in a restarted container', async () => {
  using data = await dataWith([recording()]);
  const left = join(data.folder, `.founder-house-work-${process.pid}-abcdef`);
  mkdirSync(left);
  expect(await data.organizer(['backup', join(data.folder, 'copy.db')])).toMatchObject({ status: 0 });
  expect(existsSync(left)).toBe(false);
});

it('backup refuses without a database, and creates none', async () => {
  using data = await dataWith([]);
  const none = join(data.folder, 'none');
  const { status, stderr } = await data.organizer(['backup', join(data.folder, 'copy.db')], { DATA_DIR: none });
  expect(stderr).toMatch(/^There is no database /u);
  expect(status).toBe(1);
  expect(existsSync(none)).toBe(false);
});
