import { chmodSync, existsSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { damagesIn } from './integrity.ts';

/** There is no copy. The message names the file and the reason. */
export class BackupFailed extends Error {
  override name = 'BackupFailed';
}

/**
 * Copies the database in one read transaction (VACUUM INTO), reads the copy through, and answers how much is in it.
 * Throws BackupFailed; nothing is left of the copy then.
 */
export function backup(native: DatabaseSync, copy: string): { bytes: number; submissions: number } {
  if (existsSync(copy)) throw new BackupFailed(`${copy}: there is a file already; choose another name, so that no copy is lost`);
  if (!existsSync(dirname(copy))) throw new BackupFailed(`${copy}: there is no folder ${dirname(copy)}; make it first`);
  try {
    native.prepare('VACUUM INTO ?').run(copy);
    chmodSync(copy, 0o600);
    return { bytes: statSync(copy).size, submissions: countIn(copy) };
  } catch (cause) {
    rmSync(copy, { force: true });
    throw new BackupFailed(`${copy}: the copy cannot be made (${(cause as Error).message})`, { cause });
  }
}

function countIn(copy: string): number {
  const database = new DatabaseSync(copy, { readOnly: true });
  try {
    const damages = damagesIn(database);
    if (damages.length > 0) throw new Error(`it would be damaged: ${damages[0]}`);
    return Number(database.prepare('SELECT count(*) AS count FROM submissions').get()?.['count']);
  } finally {
    database.close();
  }
}
