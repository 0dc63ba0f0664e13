/** The store cannot be opened, read or written. The message names the file and the mend; the cause is the engine's own error. */
export class StoreUnavailable extends Error {
  constructor(file: string, cause: unknown) {
    super(`DATABASE_URL: ${file}: ${mend(cause)}`, { cause });
    this.name = 'StoreUnavailable';
  }
}

function mend(cause: unknown): string {
  const { message = String(cause) } = cause as Error;
  if (/readonly|read-only|EACCES|EROFS|permission/iu.test(message)) return 'it cannot be written; let this user write to the file and its folder, or choose another';
  if (/unable to open|ENOENT|ENOTDIR|EEXIST/iu.test(message)) return 'it cannot be opened; check that the folder exists and that this user may write to it';
  if (/locked|busy/iu.test(message)) return 'another program has it locked; end that program';
  if (/full|ENOSPC/iu.test(message)) return 'the disk is full; make room';
  if (/not a database|malformed|corrupt/iu.test(message)) return 'it is damaged or no database; restore a backup';
  return message;
}
