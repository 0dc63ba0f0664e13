import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { pictureFolder } from './drafts.ts';

const run = promisify(execFile);

/**
 * Commits files of the content folder, if it is in a git checkout, with the organizer who published them as author. Returns why the commit
 * failed; undefined if it succeeded or there is no checkout.
 */
export async function commitContent(
  contentFolder: string,
  { files, who, message }: { files: string[]; who: string; message: string },
): Promise<string | undefined> {
  const git = (...args: string[]) => run('git', ['-C', contentFolder, ...args]);
  // Pictures that the files name are new in this folder.
  const paths = existsSync(join(contentFolder, pictureFolder)) ? [...files, pictureFolder] : files;
  if (!isInCheckout(contentFolder)) return undefined;
  try {
    await git('add', '--all', '--', ...paths);
    const identity = ['-c', 'user.name=Founder House', '-c', 'user.email=desk@localhost'];
    await git(
      ...identity,
      'commit',
      '--quiet',
      '--only',
      `--author=${who.replaceAll(/[<>\n]/gu, ' ')} <desk@localhost>`,
      '-m',
      message,
      '--',
      ...paths,
    );
    return undefined;
  } catch (error) {
    return (error as { stderr?: string }).stderr?.trim() ?? (error as Error).message;
  }
}

/** Does not ask git, which may be missing, or refuse a checkout of another user. */
function isInCheckout(folder: string): boolean {
  const path = resolve(folder);
  return existsSync(join(path, '.git')) || (dirname(path) !== path && isInCheckout(dirname(path)));
}
