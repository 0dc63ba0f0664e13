import { Refused } from '../refused.ts';

/** The store cannot be opened, read or written. The message names it and says what to do; the cause is the engine's own error. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** A problem that the site itself finds. Its message ends a sentence that begins with the name of the database, and says what to do. */
export class DatabaseProblem extends Error {
  override name = 'DatabaseProblem';
}

/** The database was made by a later version of this program. */
export class SchemaTooNew extends DatabaseProblem {}

/**
 * Returns an engine's error with a message for the operator. `displayName` names the database without its password. StoreUnavailable and
 * Refused pass unchanged.
 */
export function unavailable(displayName: string, cause: unknown): Error {
  if (cause instanceof StoreUnavailable || cause instanceof Refused) return cause;
  return new StoreUnavailable(`The ${displayName} ${whatToDo(cause)}`, { cause });
}

const restoreCopy =
  'move the file aside, with those beside it that end in -wal and -shm, and restore the last copy with "organizer restore"';
export const damaged = `is damaged; stop the site, ${restoreCopy}`;
const unwritable =
  'cannot be written; give this user write access to the file and its folder, or set DATA_DIR or DATABASE_URL to another place';
const cannotOpen = (reason: string) => `cannot be opened: ${reason}; correct DATA_DIR or DATABASE_URL`;
const full = 'is on a full disk; delete files or enlarge the disk';
const unreachable = 'cannot be reached; start it, or correct DATABASE_URL';
const ended =
  'ended the connection, as during its restart; try again, and if that persists, look at the log of the server or correct DATABASE_URL';
const refuses = 'rejects the login; correct the user and password in DATABASE_URL';
const noConnection = 'has no connections left; raise max_connections, or run fewer instances';

/** By SQLite's primary result code (sqlite.org/rescode.html), the system's error code, or SQLSTATE (PostgreSQL's manual, appendix A). */
const advice: Record<string | number, string> = {
  5: 'is locked by another program; close that program, for example a database browser',
  8: unwritable,
  10: 'is on a disk that fails to read or write; check or replace the disk',
  11: damaged,
  13: full,
  14: 'cannot be opened; give this user access to the file and its folder, or correct DATA_DIR or DATABASE_URL',
  26: `is not a database; correct DATA_DIR or DATABASE_URL, or ${restoreCopy}`,
  EACCES: unwritable,
  EPERM: unwritable,
  EROFS: unwritable,
  ENOSPC: full,
  EISDIR: cannotOpen('it is a folder'),
  ENOTDIR: cannotOpen('a part of its path is not a folder'),
  EEXIST: cannotOpen('a part of its path is not a folder'),
  ENOENT: cannotOpen('its folder does not exist and cannot be created'),
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  '28P01': refuses,
  '28000': refuses,
  '3D000': 'does not exist; create it (createdb), or set DATABASE_URL to another one',
  '42501': 'does not allow this user to create or change tables; grant that right, or set another user in DATABASE_URL',
  '25006': 'is a read-only replica; set DATABASE_URL to the primary',
  '53100': full,
  '53300': noConnection,
  '53400': noConnection,
  '57014': 'does not respond in time; check its load',
  '57P01': ended,
  '57P03': unreachable,
};

/** Errors of pg and its pool without a code. The last one is of a transaction whose ROLLBACK finds no connection. */
const lostConnection = /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client was closed)/u;

/** An established connection was lost while it was used, or before it was used again. */
const endedConnection = /^(?:Connection terminated unexpectedly|Client has encountered a connection error)/u;

function whatToDo(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (cause instanceof DatabaseProblem) return message;
  if (cause instanceof AggregateError && cause.errors[0]) return whatToDo(cause.errors[0]);
  if (endedConnection.test(message)) return ended;
  if (lostConnection.test(message)) return unreachable;
  return advice[resultCodeOf(cause) ?? ''] ?? advice[code ?? ''] ?? `fails: ${message}`;
}

/** Whether another process holds SQLite's lock. */
export const isBusy = (error: unknown): boolean => resultCodeOf(error) === 5;

/** Returns the primary result code of an error of SQLite; undefined for any other error. */
export function resultCodeOf(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}
