import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Release } from '../../src/editing/release-history.ts';
import { startEditing, title } from '../support/editing.ts';

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' }).status === 0;

/** Mounts a disk whose bytes are in a file: they are what a power failure leaves of it. */
function diskInFile() {
  const work = mkdtempSync(join(tmpdir(), 'founder-house-power-'));
  const image = join(work, 'image');
  const folder = join(work, 'disk');
  mkdirSync(folder);
  writeFileSync(image, '');
  truncateSync(image, 64 * 1024 * 1024);
  // The file system writes what is not flushed after ten minutes, which is longer than a test.
  const mount = (from: string, to: string) => run('mount', '-o', 'loop,commit=600', from, to);
  const mounted = process.getuid?.() === 0 && run('mkfs.ext4', '-q', image) && mount(image, folder);
  return {
    folder,
    mounted,
    /** Calls a function with the disk as it would be after a power failure now. */
    afterPowerFailure<Result>(read: (folder: string) => Result): Result {
      const left = mkdtempSync(join(work, 'left-'));
      run('cp', '--sparse=always', image, `${left}.image`);
      expect(mount(`${left}.image`, left)).toBe(true);
      try {
        return read(left);
      } finally {
        run('umount', left);
      }
    },
    [Symbol.dispose]() {
      if (mounted) run('umount', folder);
      rmSync(work, { recursive: true, force: true });
    },
  };
}

const canMount = (() => {
  using disk = diskInFile();
  return disk.mounted;
})();
if (!canMount) console.warn('NOT TESTED: a power failure. Only root may mount a file as a disk here, with mkfs.ext4 (Debian: e2fsprogs).');

describe.skipIf(!canMount)('after a power failure', () => {
  it('a draft has every change that the desk has confirmed, and the content and the build have what was published', async () => {
    using disk = diskInFile();
    // The copy of content/ is made in the folder for temporary files.
    vi.stubEnv('TMPDIR', disk.folder);
    await using editing = await startEditing(join(disk.folder, 'data'));
    vi.unstubAllEnvs();
    spawnSync('sync', ['--file-system', disk.folder]);
    const content = relative(disk.folder, editing.copy.folder);
    const ada = await editing.as('Ada');
    expect((await ada.set('Before the power failure')).status).toBe(200);
    disk.afterPowerFailure((left) => {
      const [edits] = globSync(join(left, 'data/content-drafts/*/edits.json'));
      expect(JSON.parse(readFileSync(edits!, 'utf8'))).toMatchObject([{ after: 'Before the power failure' }]);
    });
    editing.build.during = () => {
      mkdirSync(`${editing.dist}.next`);
      writeFileSync(join(`${editing.dist}.next`, 'index.html'), 'A page');
    };
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    disk.afterPowerFailure((left) => {
      expect(readFileSync(join(left, content, title.file), 'utf8')).toBe(editing.hero());
      expect(readFileSync(join(left, 'data/dist/index.html'), 'utf8')).toBe('A page');
      const [record] = globSync(join(left, 'data/content-history/*/release.json'));
      const { files } = JSON.parse(readFileSync(record!, 'utf8')) as Release;
      expect(files).toMatchObject([{ file: title.file, after: editing.hero() }]);
    });
  });
});
