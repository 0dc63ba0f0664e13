import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { minuteMs } from '../durations.ts';
import { pictureFolder } from './content-files.ts';
import type { Release } from './release-history.ts';
import type { Releases } from './releases.ts';

const run = promisify(execFile);

/** How long a git command may take: with a hook that never ends, neither the next publish could begin nor the site stop. */
const defaultTimeoutMs = minuteMs / 2;

/**
 * Commits each release that has no commit yet, the oldest first, if the content folder is in a git checkout. Returns why that failed, to
 * the editor; undefined if it succeeded or there is no checkout. What failed is tried again with the next call.
 */
export async function commitReleases(
  contentFolder: string,
  releases: Pick<Releases, 'listUncommitted' | 'recordCommit'>,
  timeoutMs = defaultTimeoutMs,
): Promise<string | undefined> {
  try {
    for (const release of releases.listUncommitted()) {
      if (isInCheckout(contentFolder)) await commit(contentFolder, release, timeoutMs);
      releases.recordCommit(release);
    }
    return undefined;
  } catch (error) {
    const failure = error as Error & { stderr?: string; killed?: boolean };
    return failure.killed ? `git did not end within ${timeoutMs / 1000} seconds` : reasonOf(failure);
  }
}

/** Commits the files of a release and new pictures, with the organizer who published them as author. */
async function commit(contentFolder: string, { files, who, undoes }: Release, timeoutMs: number): Promise<void> {
  // On SIGTERM, git removes its lock of the index.
  const git = async (...args: string[]) => (await run('git', ['-C', contentFolder, ...args], { timeout: timeoutMs })).stdout;
  const changed = files.map(({ file }) => file);
  // Pictures that the files name are new in this folder.
  const paths = existsSync(join(contentFolder, pictureFolder)) ? [...changed, pictureFolder] : changed;
  // Somebody, or an attempt that was killed after it, may have committed them; git refuses to commit nothing.
  if ((await git('--no-optional-locks', 'status', '--porcelain', '--', ...paths)) === '') return;
  await git('add', '--all', '--', ...paths);
  const identity = ['-c', 'user.name=Founder House', '-c', 'user.email=desk@localhost'];
  const author = `--author=${who.replaceAll(/[<>\n]/gu, ' ')} <desk@localhost>`;
  const message = undoes ? 'Undo the last publish' : `Change ${changed.join(', ')}`;
  await git(...identity, 'commit', '--quiet', '--only', author, '-m', message, '--', ...paths);
}

function reasonOf({ stderr, message }: Error & { stderr?: string }): string {
  const reason = stderr?.trim() || message;
  // Git names the file in every language.
  const [lock] = /\/[^'"]*\/index\.lock/u.exec(reason) ?? [];
  if (!lock) return reason;
  return `another git command is using the checkout, or was killed and has left ${lock}. If this message comes again, ask the operator of the server to remove that file.`;
}

/** Does not ask git, which may be missing, or refuse a checkout of another user. */
function isInCheckout(folder: string): boolean {
  const path = resolve(folder);
  return existsSync(join(path, '.git')) || (dirname(path) !== path && isInCheckout(dirname(path)));
}
