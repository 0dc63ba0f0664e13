import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { pluralize } from '../content/format.ts';
import { loadSecret, secretFileIn } from '../app/secret.ts';
import { openStore, sqliteFileOf } from '../app/open-store.ts';
import { assertCopyExists } from '../database/copy.ts';
import { Refused } from '../refused.ts';
import type { Cli } from './cli.ts';
import { notEmpty } from './parsers.ts';

export function register(program: Command, cli: Cli): void {
  program
    .command('restore')
    .description('Replaces everything in the database with a copy that "organizer backup" made. The site can keep running.')
    .argument('<file>', 'the copy; it is not changed', notEmpty)
    .option('--yes', 'replace a database that already has submissions; they are lost')
    .addHelpText(
      'after',
      '\nWhat was still to be delivered when the copy was made is delivered again, except\nto people who were erased since then: they are erased again.',
    )
    .action((file: string, options: { yes?: true }) => restore(cli, file, options));
}

async function restore(cli: Cli, file: string, { yes }: { yes?: true }): Promise<void> {
  const settings = cli.settings();
  const { databaseUrl, dataDir } = settings;
  const copy = resolve(file);
  // Before openStore(), which creates a database if there is none.
  assertCopyExists(copy);
  const database = sqliteFileOf(databaseUrl);
  if (database !== undefined && isSameFile(copy, database))
    throw new Refused(`${file} is the site's database itself; name a copy that "organizer backup" made`);
  await using store = await openStore(databaseUrl);
  const assertMayReplace = (existing: number) => {
    if (existing > 0 && !yes)
      throw new Refused(
        `The ${store.database.displayName} holds ${pluralize(existing, 'submission')}, which would be lost; make a copy of it first (organizer backup), and add --yes`,
      );
  };
  const secretFile = secretFileIn(dataDir);
  const hasSecret = settings.secret !== undefined || existsSync(secretFile);
  const { submissions, due, erasedAgain } = await store.database.restore(copy, dataDir, () => loadSecret(settings), assertMayReplace);
  const sending = due > 0 ? `; ${pluralize(due, 'message')} in it will be sent while the site is running` : '';
  cli.say(`${file}: ${pluralize(submissions, 'submission')} restored into the ${store.database.displayName}${sending}`);
  if (!hasSecret)
    cli.say(
      `SECRET is not set, and there was no ${secretFile}: put the one of the site that was copied there before you start the site, or most links in earlier emails stop working`,
    );
  if (erasedAgain === 0) return;
  cli.say(`${pluralize(erasedAgain, 'person', 'people')} who had been erased since the copy was made: erased again`);
  const left = await store.database.purge();
  if (left) cli.say(left);
}

/** Returns whether two paths lead to one file, including by a symbolic or hard link. */
function isSameFile(copy: string, database: string): boolean {
  if (!existsSync(database)) return false;
  const [first, second] = [statSync(copy, { bigint: true }), statSync(database, { bigint: true })];
  return first.dev === second.dev && first.ino === second.ino;
}
