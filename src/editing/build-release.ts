import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EditRefused } from './edit-refused.ts';

const root = join(import.meta.dirname, '../..');

/** The parts of a build that no content changes. */
const unchanged = ['desk', 'emails'];

/**
 * Builds the pages of a content folder into another folder than `dist`, which stays as it is. The site's own settings apply. Throws EditRefused with
 * the end of what the build printed.
 */
export async function buildRelease({ contentFolder, dist, out }: { contentFolder: string; dist: string; out: string }): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  const build = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', CONTENT_FOLDER: contentFolder, BUILD_FOLDER: out },
  });
  let printed = '';
  build.stderr.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-2000)));
  const [status] = (await once(build, 'close')) as [number | null];
  if (status !== 0) throw new EditRefused(`The pages could not be built, and the site stays as it is. The build said: ${printed.trim()}`);
  for (const part of unchanged) cpSync(join(dist, part), join(out, part), { recursive: true });
}
