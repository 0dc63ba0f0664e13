import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings.ts';
import { SettingsError } from './settings.ts';

/**
 * What signs tokens and challenges: SECRET, or a text of our own making that is kept in DATA_DIR from the first start on. Of several processes that
 * start at the same moment all get the same one. Throws a SettingsError when it can be neither read nor made.
 */
export function secretOf({ secret, dataDir }: Pick<Settings, 'secret' | 'dataDir'>): string {
  if (secret !== undefined) return secret;
  const file = join(dataDir, 'secret');
  try {
    return kept(file) ?? made(file, dataDir);
  } catch (cause) {
    throw new SettingsError(
      `DATA_DIR: ${file} cannot be read or made (${(cause as Error).message}); let this user write there, or set SECRET`,
      {
        cause,
      },
    );
  }
}

function kept(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written under another name first, so that no process reads half of it; linking fails if another process was quicker. */
function made(file: string, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return kept(file) as string;
}
