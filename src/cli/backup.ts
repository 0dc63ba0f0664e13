import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { pluralize } from '../content/format.ts';
import { rehearseRestore } from '../database/rehearse.ts';
import { Refused } from '../refused.ts';
import type { Cli } from './cli.ts';
import { notEmpty, positiveInteger } from './parsers.ts';

interface BackupOptions {
  keep?: number;
  verify?: true;
}

export function register(program: Command, cli: Cli): void {
  program
    .command('backup')
    .description('Writes a verified copy of the database. The site can keep running.')
    .argument('<file>', 'a new file, or an existing folder, where the file is named after the time of the copy', notEmpty)
    .option('--keep <number>', 'keep only this many of the newest copies in the folder', positiveInteger)
    .option(
      '--verify',
      'rehearse a restore: restore the copy into a temporary database and check it; if the file already exists, no new copy is made',
    )
    .action((destination: string, options: BackupOptions) => backUp(cli, destination, options));
}

async function backUp(cli: Cli, destination: string, { keep, verify }: BackupOptions): Promise<void> {
  const isFolder = statSync(destination, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (keep !== undefined && !isFolder)
    throw new Refused(`${destination}: --keep needs an existing folder; create it first, or leave out --keep`);
  const file = isFolder ? join(destination, nameAt(cli.now())) : destination;
  if (verify && existsSync(file)) cli.say(`${file} exists, so no new copy was made`);
  else {
    const { bytes, submissions } = await cli.withStore((store) => store.database.backUp(resolve(file)));
    cli.say(`${file}: ${pluralize(submissions, 'submission')}, ${(bytes / 1e6).toFixed(1)} MB, checked`);
  }
  if (verify) {
    const { submissions, rows, newest } = await rehearseRestore(resolve(file), cli.settings().dataDir);
    const last = newest === null ? '' : `, the newest from ${cli.localTime(newest)}`;
    cli.say(`${file}: a rehearsed restore found ${pluralize(submissions, 'submission')}${last}, and ${pluralize(rows, 'row')} in total`);
  }
  // Only now: an older copy is worth more than one that cannot be restored.
  if (keep !== undefined) for (const name of copiesIn(destination).slice(0, -keep)) rmSync(join(destination, name));
}

/** Sorts by time as text, and is a valid file name everywhere. */
const nameAt = (now: Date) => `founder-house-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`;

/** Returns the copies in a folder that this command named, the oldest first. */
const copiesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^founder-house-\d{4}-\d\d-\d\dT[\d-]{8}Z\.db$/u.test(name))
    .toSorted();
