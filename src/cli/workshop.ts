import type { Command } from 'commander';
import { contentFolder } from '../content/load.ts';
import { newWorkshop } from '../content/new-content.ts';
import type { Cli } from './cli.ts';
import { folderOption, sayToDo } from './new-content.ts';

interface NewOptions {
  from: string;
  folder?: string;
}

export function register(program: Command, cli: Cli): void {
  const workshop = program.command('workshop').description('One workshop after another.');
  workshop
    .command('new')
    .description('Writes the file of a new workshop from an earlier one: words copied, its day empty. Prints what to fill in.')
    .argument('<slug>', 'the name of the new file in content/speaker-series, without .yaml; it is part of the address')
    .requiredOption('--from <slug>', 'the workshop to copy')
    .addOption(folderOption())
    .action((slug: string, { from, folder }: NewOptions) => sayToDo(cli, newWorkshop(contentFolder(folder), slug, from)));
}
