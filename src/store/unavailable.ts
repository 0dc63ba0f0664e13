/** The store cannot be opened, read or written. The message names the file and the mend; the cause is the engine's own error. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';

  constructor(file: string, cause: unknown) {
    super(`The database ${file} ${mend(cause)}`, { cause });
  }
}

/** The file that was opened is no longer the one of its name. */
export class Moved extends Error {
  override name = 'Moved';
}

/** The database was made by a later release of this program. */
export class Newer extends Error {
  override name = 'Newer';
}

const unwritable = 'cannot be written; let this user write to the file and to its folder, or set DATA_DIR or DATABASE_URL to another';
const unreachable = 'cannot be opened; DATA_DIR and DATABASE_URL say where it is: ';
const full = 'has no room left on its disk; make room';

/** By SQLite's primary result code (sqlite.org/rescode.html) or the system's error code. */
const mends: Record<string | number, string> = {
  5: 'is locked by another program; end that program, perhaps a database browser',
  8: unwritable,
  10: 'is on a disk that fails to read or write; look at the disk',
  11: 'is damaged; stop the site and put the last backup in its place',
  13: full,
  14: `${unreachable}let this user write to the file and to its folder`,
  26: 'is no database; DATA_DIR and DATABASE_URL say where it is: set them right, or put the last backup in its place',
  EACCES: unwritable,
  EPERM: unwritable,
  EROFS: unwritable,
  ENOSPC: full,
  EISDIR: `${unreachable}there is a folder of this name`,
  ENOTDIR: `${unreachable}a part of that path is no folder`,
  EEXIST: `${unreachable}a part of that path is no folder`,
  ENOENT: `${unreachable}that folder is not there and cannot be made`,
};

function mend(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (cause instanceof Moved) return 'was deleted or replaced while the site was using it; put it back, and start the site again';
  if (cause instanceof Newer) return 'was made by a newer release of the site; install that release, or restore a backup of this one';
  return mends[resultCode(cause) ?? ''] ?? mends[code ?? ''] ?? `fails: ${message}`;
}

/** Whether another process holds the lock. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === 5;
}

function resultCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}
