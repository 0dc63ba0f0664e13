import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ContentCopy } from '../../test/support/content-copy.ts';
import { buildRelease } from './build-release.ts';

const folder = mkdtempSync(join(tmpdir(), 'founder-house-build-'));
const folders = { dist: 'dist', out: join(folder, 'dist.next') };

it('a build that exceeds the time limit is stopped with an error that says so', async () => {
  using copy = new ContentCopy();
  await expect(buildRelease({ contentFolder: copy.folder, ...folders }, 1)).rejects.toThrow(/not built within 0.001 seconds/u);
});

it('a failed build reports the cause', async () => {
  using copy = new ContentCopy();
  copy.edit('site.yaml', /^\w+:/mu, 'nonsense:');
  await expect(buildRelease({ contentFolder: copy.folder, ...folders })).rejects.toThrow(/stays as it is\. The build said: [^]*nonsense/u);
  rmSync(folder, { recursive: true, force: true });
});
