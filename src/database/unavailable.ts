/** The store cannot be opened, read or written. The message names it and says what to do; the cause is the engine's own error. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** Thrown by the work of a transaction on purpose: it is rolled back, and the error reaches the caller unchanged. */
export class TransactionRejected extends Error {
  override name = 'TransactionRejected';
}

/** The file that was opened is no longer the one of its name. */
export class Moved extends Error {
  override name = 'Moved';
}

/** The file is damaged. The message is the first damage that SQLite's check found. */
export class Damaged extends Error {
  override name = 'Damaged';
}

/** The database was made by a later release of this program. */
export class Newer extends Error {
  override name = 'Newer';
}

/** Returns an engine's error with a message for the operator. `displayName` names the database without its password. StoreUnavailable and TransactionRejected pass unchanged. */
export function unavailable(displayName: string, cause: unknown): Error {
  if (cause instanceof StoreUnavailable || cause instanceof TransactionRejected) return cause;
  return new StoreUnavailable(`${displayName} ${whatToDo(cause)}`, { cause });
}

const unwritable = 'cannot be written; let this user write to the file and to its folder, or set DATA_DIR or DATABASE_URL to another';
const unreachable = 'cannot be opened; DATA_DIR and DATABASE_URL say where it is: ';
const full = 'has no room left on its disk; make room';
const away = 'cannot be reached; start it, or set DATABASE_URL to where it is';
const refuses = 'does not let us in; set the user and the password in DATABASE_URL right';

/** By SQLite's primary result code (sqlite.org/rescode.html), the system's error code, or PostgreSQL's SQLSTATE (its manual, appendix A). */
const advice: Record<string | number, string> = {
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
  ECONNREFUSED: away,
  ECONNRESET: away,
  ENOTFOUND: away,
  EAI_AGAIN: away,
  ETIMEDOUT: away,
  '28P01': refuses,
  '28000': refuses,
  '3D000': 'is not there; make it (createdb), or set DATABASE_URL to another',
  '42501': 'does not let this user make or change tables; grant it that, or set another user in DATABASE_URL',
  '25006': 'takes no writes: it is a copy that only reads; set DATABASE_URL to the server that writes',
  '53100': full,
  '53300': 'has no connection left; let it take more (max_connections), or run fewer instances',
  '53400': 'has no connection left; let it take more (max_connections), or run fewer instances',
  '57014': 'takes too long; look at what else it is doing',
  '57P01': away,
  '57P03': away,
};

/** What pg and its pool say without a code. The last is what a transaction says, whose ROLLBACK finds no connection. */
const lostConnection = /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client was closed)/u;

function whatToDo(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (cause instanceof Moved) return 'was deleted or replaced while the site was using it; put it back, and start the site again';
  if (cause instanceof Damaged) return `${advice[11]} (${message})`;
  if (cause instanceof Newer) return 'was made by a newer release of the site; install that release, or restore a backup of this one';
  if (cause instanceof AggregateError && cause.errors[0]) return whatToDo(cause.errors[0]);
  if (lostConnection.test(message)) return away;
  return advice[resultCode(cause) ?? ''] ?? advice[code ?? ''] ?? `fails: ${message}`;
}

/** Whether another process holds SQLite's lock. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === 5;
}

function resultCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}
