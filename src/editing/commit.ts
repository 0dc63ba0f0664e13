import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Commits files of the content folder, where it is in a git checkout, in the name of who published them. Returns why it could not; undefined where it
 * did, or where there is no checkout.
 */
export async function commitContent(
  contentFolder: string,
  { files, who, message }: { files: string[]; who: string; message: string },
): Promise<string | undefined> {
  const git = (...args: string[]) => run('git', ['-C', contentFolder, ...args]);
  try {
    await git('rev-parse', '--is-inside-work-tree');
  } catch {
    return undefined;
  }
  try {
    await git('add', '--all', '--', ...files);
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
      ...files,
    );
    return undefined;
  } catch (error) {
    return (error as { stderr?: string }).stderr?.trim() ?? (error as Error).message;
  }
}
