import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { damagesIn } from './integrity.ts';

/** There is no copy. The message names the file and the reason. */
export class BackupFailed extends Error {
  override name = 'BackupFailed';
}

export interface Copied {
  bytes: number;
  submissions: number;
}

/** Copies the database in one read transaction (VACUUM INTO). See `intoNewFile`. */
export function backup(native: DatabaseSync, copy: string): Promise<Copied> {
  return intoNewFile(copy, async () => {
    native.prepare('VACUUM INTO ?').run(copy);
  });
}

/** Creates an SQLite file, has it filled, verifies it, and returns how much it holds. Throws BackupFailed; nothing is left of the copy then. */
export async function intoNewFile(copy: string, fill: () => Promise<void>): Promise<Copied> {
  if (existsSync(copy)) throw new BackupFailed(`${copy}: there is a file already; choose another name, so that no copy is lost`);
  if (!existsSync(dirname(copy))) throw new BackupFailed(`${copy}: there is no folder ${dirname(copy)}; make it first`);
  makePrivately(copy);
  try {
    await fill();
    flush(copy);
    return { bytes: statSync(copy).size, submissions: countIn(copy) };
  } catch (cause) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true });
    throw new BackupFailed(`${copy}: the copy cannot be made (${(cause as Error).message})`, { cause });
  }
}

/** Made before it is filled, so that no other user can read it while it grows. */
function makePrivately(copy: string): void {
  try {
    closeSync(openSync(copy, 'wx', 0o600));
  } catch (cause) {
    throw new BackupFailed(`${copy}: the copy cannot be made (${(cause as Error).message})`, { cause });
  }
}

/** SQLite itself does not (sqlite.org/lang_vacuum.html#vacuum_with_an_into_clause). */
function flush(file: string): void {
  const opened = openSync(file, 'r+');
  fsyncSync(opened);
  closeSync(opened);
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
