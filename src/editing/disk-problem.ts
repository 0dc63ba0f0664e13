/** Why a disk could not be read or written, by the system's error code. */
const reasons: Record<string, string> = {
  ENOSPC: 'the disk of the server is full. Ask the operator of the server to delete files or to enlarge the disk',
  EDQUOT: 'the disk space of the site is used up. Ask the operator of the server to delete files or to raise its quota',
  EFBIG: 'the disk of the server takes no file of this size. Ask the operator of the server to raise the limit',
  EROFS: 'the disk of the server is read-only. Ask the operator of the server to make it writable',
  EACCES: 'the site may not use a file or folder on the server. Ask its operator to let the site read and write it',
  EPERM: 'the site may not use a file or folder on the server. Ask its operator to let the site read and write it',
  EIO: 'the disk of the server is failing. Ask the operator of the server to check or replace it',
};

/** Returns why a file could not be written and what to do, as the end of a sentence with its period; undefined for any other error. */
export function diskProblem(error: unknown): string | undefined {
  const { path } = error as NodeJS.ErrnoException;
  const reason = reasons[codeOf(error as NodeJS.ErrnoException)];
  return reason && `${reason}${path === undefined ? '' : ` (${path})`}.`;
}

/** Node.js reports a folder that it cannot make on a read-only disk as missing, and has no code for a file that it cannot remove there. */
function codeOf({ code = '', syscall, message }: NodeJS.ErrnoException): string {
  const isReadOnly = (code === 'ENOENT' && syscall === 'mkdir') || (syscall === 'rm' && message.includes('Read-only file system'));
  return isReadOnly ? 'EROFS' : code;
}

/** Returns the words for an editor about a publish that ended with an error before it changed anything. */
export function publishFailure(error: unknown): string {
  const problem = diskProblem(error);
  return problem ? `Nothing was published, and your draft is kept: ${problem}` : (error as Error).message;
}
