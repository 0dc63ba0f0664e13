import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError, settingsSchema, type Settings } from './settings.ts';

/** Returns the file with the secret that is used while SECRET is not set. */
export const secretFileIn = (dataDir: string): string => join(dataDir, 'secret');

/**
 * Returns the secret that signs tokens and challenges: SECRET, or a random text that the first start stores in DATA_DIR. Several processes
 * that start simultaneously get the same one. Throws a SettingsError if it can be neither read nor created.
 */
export function loadSecret({ secret, dataDir }: Pick<Settings, 'secret' | 'dataDir'>): string {
  if (secret !== undefined) return secret;
  const file = secretFileIn(dataDir);
  let stored: string;
  try {
    stored = readSecret(file) ?? createSecret(file, dataDir);
  } catch (cause) {
    throw new SettingsError(
      `DATA_DIR: ${file} cannot be read or created (${(cause as Error).message}); give this user write access to it, or set SECRET`,
      { cause },
    );
  }
  if (!settingsSchema.shape.SECRET.safeParse(stored).success)
    throw new SettingsError(
      `DATA_DIR: ${file} is too short to be a secret; restore it from a backup, or delete it: the next start makes a new one, and most links in emails that were sent before stop working`,
    );
  return stored;
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the file under another name first, so that no process reads an incomplete file; linking fails if another process was faster. */
function createSecret(file: string, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readSecret(file) as string;
}
