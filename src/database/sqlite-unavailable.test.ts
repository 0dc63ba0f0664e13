import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openStore } from '../app/open-store.ts';
import { StoreUnavailable } from './unavailable.ts';
import { recording } from '../../test/support/recording.ts';
import { temporaryFolder, temporaryStore } from '../../test/support/databases.ts';

describe('opening a store fails with the reason and what to do for', () => {
  it.each<[string, RegExp, (file: string) => string]>([
    ['a folder with the name of the database', /founder-house\.db cannot be opened: it is a folder/u, (file) => (mkdirSync(file), file)],
    [
      'a file instead of the folder',
      /cannot be opened: a part of its path is not a folder/u,
      (file) => (writeFileSync(file, ''), join(file, 'x.db')),
    ],
    [
      'a broken link instead of the folder',
      /cannot be opened: a part of its path is not a folder/u,
      (file) => (symlinkSync('/nowhere/at/all', file), join(file, 'x.db')),
    ],
    [
      'a folder that cannot be created',
      /cannot be opened: its folder does not exist and cannot be created/u,
      () => '/proc/founder-house/x.db',
    ],
    [
      'a file that is not a database',
      /founder-house\.db is not a database;/u,
      (file) => (writeFileSync(file, 'Dear diary, '.repeat(1000)), file),
    ],
  ])('%s', async (_, message, prepare) => {
    using temporary = temporaryFolder();
    const opening = openStore(`file:${prepare(join(temporary.folder, 'founder-house.db'))}`);
    await expect(opening).rejects.toThrow(StoreUnavailable);
    await expect(opening).rejects.toThrow(message);
  });

  it.skipIf(process.getuid?.() === 0)('a folder of another user', async () => {
    await expect(openStore('file:/usr/founder-house.db')).rejects.toThrow(/cannot be written; give this user write access/u);
  });
});

it('no new database is created beside the write-ahead log of one that was moved, and nothing is lost once it is back', async () => {
  await using temporary = await temporaryStore();
  const { store, file } = temporary;
  await store.submissions.record(recording());
  renameSync(file, `${file}.old`);
  const opening = openStore(`file:${file}`);
  await expect(opening).rejects.toThrow(StoreUnavailable);
  await expect(opening).rejects.toThrow(/was moved without its write-ahead log, .*; stop the site, then put the database back/u);
  expect(existsSync(file)).toBe(false);
  renameSync(`${file}.old`, file);
  expect(await store.submissions.listForCounts()).toHaveLength(1);
});

describe('an open store refuses submissions after its file was', () => {
  it.each<[string, (file: string) => void]>([
    ['deleted', (file) => rmSync(file)],
    ['deleted with its folder', (file) => rmSync(join(file, '..'), { recursive: true })],
    ['replaced', (file) => (renameSync(file, `${file}.old`), writeFileSync(file, ''))],
  ])('%s', async (_, lose) => {
    await using temporary = await temporaryStore();
    const { store, file } = temporary;
    await store.submissions.record(recording());
    await store.database.assertWritable();
    lose(file);
    await expect(store.submissions.record(recording())).rejects.toThrow(/deleted or replaced while the site was using it; put it back/u);
    await expect(store.database.assertWritable()).rejects.toThrow(StoreUnavailable);
  });

  it('replaced, and a read that fails says so too', async () => {
    await using temporary = await temporaryStore();
    const { store, file } = temporary;
    await store.submissions.record(recording());
    renameSync(file, `${file}.old`);
    // Another program writes to the log that the store still reads, so that SQLite reports an error of the disk.
    using other = new DatabaseSync(file);
    other.exec("PRAGMA journal_mode = WAL; CREATE TABLE notes (text); INSERT INTO notes VALUES ('x')");
    await expect(store.submissions.listForCounts()).rejects.toThrow(/deleted or replaced while the site was using it; put it back/u);
  });
});

it('a submission waits for the write lock of another program while lists are read', async () => {
  await using temporary = await temporaryStore();
  const { store, file } = temporary;
  using other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  let recorded = false;
  const pending = store.submissions.record(recording()).then(() => (recorded = true));
  expect(await Array.fromAsync(store.submissions.list())).toEqual([]);
  expect(recorded).toBe(false);
  other.exec('COMMIT');
  await pending;
  await expect(store.database.assertWritable()).resolves.toBeUndefined();
});

it('the integrity check finds a damaged index', async () => {
  await using temporary = await temporaryStore();
  const { store, file } = temporary;
  await store.submissions.record(recording());
  expect(await store.database.checkIntegrity()).toEqual([]);
  using native = new DatabaseSync(file, { defensive: false });
  native.exec(
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'form_id', 'email_key') WHERE name = 'submissions_by_form'",
  );
  await using reopened = await openStore(`file:${file}`);
  expect(await reopened.database.checkIntegrity()).not.toEqual([]);
});

it('a failed backup leaves no file', async () => {
  await using temporary = await temporaryStore();
  const { store, folder } = temporary;
  await expect(store.database.backUp(join(folder, 'nowhere', 'copy.db'))).rejects.toThrow(/there is no folder .*nowhere; create it first/u);
  const copies = join(folder, 'copies');
  mkdirSync(copies);
  // The copy gets its name at the end, and no file system takes this one.
  await expect(store.database.backUp(join(copies, 'x'.repeat(300)))).rejects.toThrow(/the copy cannot be made \(ENAMETOOLONG/u);
  expect(readdirSync(copies)).toEqual([]);
});
