import { closeSync, existsSync, linkSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { flushFile, flushNames } from '../../flush.ts';
import { createWorkFolder } from '../work-folder.ts';
import { listDamages } from './integrity.ts';

/** The copy could not be made. The message names the file and the reason. */
export class BackupFailed extends Error {
  override name = 'BackupFailed';
}

export interface Copied {
  bytes: number;
  submissions: number;
}

/** Copies the database in one read transaction (VACUUM INTO). See `intoNewFile`. */
export function backUp(native: DatabaseSync, copy: string): Promise<Copied> {
  return intoNewFile(copy, async (file) => {
    native.prepare('VACUUM INTO ?').run(file);
  });
}

/**
 * Creates an SQLite file, lets `fill` write it, checks it, and returns its size. The file gets its name when it is complete: a process that
 * is killed leaves no file of that name. Throws BackupFailed; then nothing of the copy is left.
 */
export async function intoNewFile(copy: string, fill: (file: string) => Promise<void>): Promise<Copied> {
  if (existsSync(copy)) throw alreadyThere(copy);
  if (!existsSync(dirname(copy))) throw new BackupFailed(`${copy}: there is no folder ${dirname(copy)}; create it first`);
  try {
    // Beside the copy, since a rename works only on the same disk.
    using work = createWorkFolder(dirname(copy));
    const file = join(work.folder, 'copy.db');
    closeSync(openSync(file, 'wx', 0o600));
    await fill(file);
    // SQLite itself does not flush it (sqlite.org/lang_vacuum.html#vacuum_with_an_into_clause).
    flushFile(file);
    const copied = { bytes: statSync(file).size, submissions: countIn(file) };
    nameFile(file, copy);
    flushNames(dirname(copy));
    return copied;
  } catch (cause) {
    if (cause instanceof BackupFailed) throw cause;
    throw new BackupFailed(`${copy}: the copy cannot be made (${(cause as Error).message})`, { cause });
  }
}

/** Gives a complete file its name, and never replaces a file that was created meanwhile. */
function nameFile(file: string, copy: string): void {
  try {
    linkSync(file, copy);
  } catch (error) {
    if (existsSync(copy)) throw alreadyThere(copy);
    // Some file systems have no links: FAT on a USB stick, or a network share.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    renameSync(file, copy);
  }
}

const alreadyThere = (copy: string) => new BackupFailed(`${copy}: this file already exists; choose another name, so that no copy is lost`);

function countIn(copy: string): number {
  using database = new DatabaseSync(copy, { readOnly: true });
  const damages = listDamages(database);
  if (damages.length > 0) throw new Error(`it would be damaged: ${damages[0]}`);
  return Number(database.prepare('SELECT count(*) AS count FROM submissions').get()?.['count']);
}
