import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempDisposableSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { currentValue } from '../../src/editing/edits.ts';
import { ContentCopy } from '../support/content-copy.ts';
import { cleanEnv, root } from '../support/environment.ts';
import { interruptPublish, publishedPlaces } from '../support/interrupted-publish.ts';

/** Rolls back in a process that is killed instead of its step of this number. Returns whether it came that far. */
function rollBackUntil(step: number, contentFolder: string, dataDir: string): boolean {
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    ['--import', join(root, 'test/support/killed-step.mjs'), join(root, 'test/support/recovering.ts'), contentFolder, dataDir],
    { env: cleanEnv({ KILLED_STEP: String(step) }), encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect([0, null]).toContain(status);
  return signal === 'SIGKILL';
}

it(
  'a publish whose roll-back is killed before any of its steps is rolled back at the next start, and its texts stay a draft',
  { timeout: 120_000 },
  () => {
    let isKilled = true;
    let step = 0;
    while (isKilled) {
      step += 1;
      using copy = new ContentCopy().withPictures();
      using data = mkdtempDisposableSync(join(tmpdir(), 'founder-house-roll-back-'));
      const dist = join(data.path, 'dist');
      const { drafts, releases, files } = interruptPublish({ contentFolder: copy.folder, dataDir: data.path, dist });
      // As if both files had been replaced, and the build had been lost: the next start rolls the publish back.
      for (const { file, after } of files) copy.write(file, after!);
      rmSync(releases.built, { recursive: true });
      isKilled = rollBackUntil(step, copy.folder, data.path);

      releases.recover();
      expect(files.map(({ file }) => copy.read(file))).toEqual(files.map(({ before }) => before));
      expect(readFileSync(join(dist, 'page.html'), 'utf8')).toBe('the first build');
      expect([releases.list(), readdirSync(join(data.path, 'content-history'))]).toEqual([[], []]);
      expect(existsSync(join(data.path, 'content-publish.json'))).toBe(false);
      expect(readdirSync(copy.folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      const { texts, conflicts } = drafts.refresh('ada');
      expect([publishedPlaces.map((place) => currentValue(texts, place)), conflicts]).toEqual([['A new text', 'A new text'], []]);
    }
    // The texts of two files, the record, the journal, and the folder of the release.
    expect(step).toBeGreaterThan(7);
  },
);
