import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { minuteMs } from '../durations.ts';
import { pictureFolder, readTexts } from './content-files.ts';
import type { NewRelease } from './release-history.ts';
import type { Releases } from './releases.ts';

const run = promisify(execFile);

/** How long a git command may take: with a hook that never ends, neither the next publish could begin nor the site stop. */
const defaultTimeoutMs = minuteMs / 2;

type GitFailure = Error & { stderr?: string; killed?: boolean; code?: number | string };

/** What an editor is shown of git's output: a hook that checks every file can print a megabyte, with the reason at its end. */
const maxReason = { lines: 5, characters: 600 };

/**
 * Commits a release if the content folder is in a git checkout, together with the files of earlier ones that have no commit. Returns, in words
 * for the editor, why the commit failed; undefined if it succeeded or there is no checkout.
 */
export async function commitRelease(
  contentFolder: string,
  release: NewRelease,
  releases: Pick<Releases, 'list'>,
  timeoutMs = defaultTimeoutMs,
): Promise<string | undefined> {
  try {
    if (isInCheckout(contentFolder)) await commit(contentFolder, release, publishedFiles(contentFolder, releases), timeoutMs);
    return undefined;
  } catch (error) {
    const failure = error as GitFailure;
    return failure.killed ? `git did not end within ${timeoutMs / 1000} seconds` : reasonOf(failure);
  }
}

/** Returns the files that a release of the history has changed last; others were written by hand, and are not committed. */
function publishedFiles(contentFolder: string, releases: Pick<Releases, 'list'>): string[] {
  const texts = readTexts(contentFolder);
  const files = releases.list().flatMap((release) => release.files);
  return files.filter(({ file, after }) => (texts.get(file) ?? null) === after).map(({ file }) => file);
}

/** Commits those of the files that git does not have, and new pictures, with the organizer who publishes the release as author. */
async function commit(contentFolder: string, { files, who, undoes }: NewRelease, published: string[], timeoutMs: number): Promise<void> {
  // On SIGTERM, git removes its lock of the index.
  const git = async (...args: string[]) => (await run('git', ['-C', contentFolder, ...args], { timeout: timeoutMs })).stdout;
  const status = ['status', '--porcelain', '--no-renames', '--untracked-files=all', '-z'];
  const changed = await git('--no-optional-locks', ...status, '--', ...new Set(published), pictureFolder);
  // Git names them from the top of the checkout, each after two letters for its state and a space.
  const paths = changed
    .split('\0')
    .filter(Boolean)
    .map((line) => `:(top,literal)${line.slice(3)}`);
  // Somebody may have committed them; git refuses to commit nothing.
  if (paths.length === 0) return;
  await git('add', '--all', '--', ...paths);
  const identity = ['-c', 'user.name=Founder House', '-c', 'user.email=desk@localhost'];
  const author = `--author=${who.replaceAll(/[<>\n]/gu, ' ')} <desk@localhost>`;
  const message = undoes ? 'Undo the last publish' : `Change ${files.map(({ file }) => file).join(', ')}`;
  await git(...identity, 'commit', '--quiet', '--only', author, '-m', message, '--', ...paths);
}

function reasonOf({ stderr, message, code }: GitFailure): string {
  const reason = stripVTControlCharacters(stderr?.trim() || message);
  // Git names the file in every language.
  const [lock] = /\/[^'"]*\/index\.lock/u.exec(reason) ?? [];
  if (lock)
    return `another git command is using the checkout, or was killed and has left ${lock}. If this message comes again, ask the operator of the server to remove that file.`;
  const end = reason.split('\n').slice(-maxReason.lines).join('\n').slice(-maxReason.characters);
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return `git or one of its hooks printed over 1 MB and was stopped. Its output ends with: ${end}`;
  return end === reason ? reason : `git’s message is long and ends with: ${end}`;
}

/** Returns whether a folder is in a checkout. Git is not asked: it may be missing, or refuse a checkout of another user. */
function isInCheckout(folder: string): boolean {
  const path = resolve(folder);
  return existsSync(join(path, '.git')) || (dirname(path) !== path && isInCheckout(dirname(path)));
}
