import type { Command } from 'commander';
import { contentFolder } from '../content/load.ts';
import { newRetreat } from '../content/new-content.ts';
import type { Cli } from './cli.ts';
import { folderOption, sayToDo } from './new-content.ts';

interface NewOptions {
  from: string;
  folder?: string;
}

export function register(program: Command, cli: Cli): void {
  const season = program.command('season').description('One retreat after another: begins a new one.');
  season
    .command('new')
    .description('Writes the folder of a new retreat from an earlier one: words copied, dates empty. Prints what to fill in.')
    .argument('<slug>', 'the name of the new folder in content/retreats, for example fall-2030; it is part of the address')
    .requiredOption('--from <slug>', 'the retreat to copy')
    .addOption(folderOption())
    .action((slug: string, { from, folder }: NewOptions) => sayToDo(cli, newRetreat(contentFolder(folder), slug, from)));
}
