import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listFiles } from '../../src/content/list-folder.ts';
import { listUploads } from '../../src/content/picture-files.ts';
import { createDrafts } from '../../src/editing/drafts.ts';
import { createReleases } from '../../src/editing/releases.ts';
import { ContentCopy } from '../support/content-copy.ts';
import { startEditing } from '../support/editing.ts';
import { cleanEnv, root } from '../support/environment.ts';
import { canMount, smallDisk } from '../support/small-disk.ts';

it('a publish that is killed while it copies a picture from another file system leaves nothing that a build would publish', () => {
  using copy = new ContentCopy().withPictures();
  using data = mkdtempDisposableSync(join(tmpdir(), 'founder-house-picture-copy-'));
  const before = listFiles(copy.folder);
  const { signal, stderr } = spawnSync(
    process.execPath,
    ['--import', join(root, 'test/support/killed-copy.mjs'), join(root, 'test/support/publisher.ts'), copy.folder, data.path, '1'],
    { env: cleanEnv({ KILLED_COPY: copy.folder }), encoding: 'utf8' },
  );
  expect([signal, stderr]).toEqual(['SIGKILL', '']);
  expect(listFiles(copy.folder)).toHaveLength(before.length + 1);
  expect(listUploads(copy.folder)).toEqual(before.filter((name) => name.startsWith('uploads/')));

  const folders = { contentFolder: copy.folder, dataDir: data.path, dist: join(data.path, 'dist') };
  createReleases(folders, createDrafts(folders)).recover();
  expect(listFiles(copy.folder)).toEqual(before);
});

it.skipIf(!canMount)('a draft on another file system gets a file with the longest name that a file system takes', async () => {
  using disk = smallDisk();
  await using editing = await startEditing(join(disk.folder, 'data'));
  const name = `uploads/${'é'.repeat(125)}.jpg`;
  editing.copy.write(name, 'a picture');
  const ada = await editing.as('Ada');
  expect(await ada.set('A title')).toMatchObject({ status: 200 });
  const [draft] = readdirSync(join(editing.dataDir, 'content-drafts'));
  expect(readFileSync(join(editing.dataDir, 'content-drafts', draft!, 'content', name), 'utf8')).toBe('a picture');
});
