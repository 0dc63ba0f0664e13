import { resolve } from 'node:path';
import type { Command } from 'commander';
import { pluralize } from '../content/format.ts';
import type { Cli } from './cli.ts';

export function register(program: Command, cli: Cli): void {
  program
    .command('backup')
    .description('Writes a checked copy of the database. The site may keep running.')
    .argument('<file>', 'a file that does not exist yet')
    .action(async (file: string) => {
      const { bytes, submissions } = await cli.withStore((store) => store.database.backup(resolve(file)));
      cli.say(`${file}: ${pluralize(submissions, 'submission')}, ${(bytes / 1e6).toFixed(1)} MB, checked`);
    });
}
