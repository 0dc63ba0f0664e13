import { statSync } from 'node:fs';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { contentFolder, loadContent } from '../content/load.ts';
import { newRetreat, newWorkshop, type ToDo } from '../content/new-content.ts';
import { WrongOption, type Cli } from './cli.ts';
import { requireRetreat, requireWorkshop } from './content-items.ts';

const kinds = {
  retreat: {
    requireItem: requireRetreat,
    copy: newRetreat,
    writes: 'Writes the folder of a new retreat from an earlier one: copies the text and leaves the dates empty.',
    slug: 'the name of the new folder in content/retreats, for example fall-2030',
  },
  workshop: {
    requireItem: requireWorkshop,
    copy: newWorkshop,
    writes: 'Writes the file of a new workshop from an earlier one: copies the text and leaves its date empty.',
    slug: 'the name of the new file in content/speaker-series, without .yaml',
  },
};

/** Registers the command that copies a retreat or a workshop. */
export function registerNew(parent: Command, cli: Cli, kind: keyof typeof kinds): void {
  const { requireItem, copy, writes, slug: slugHelp } = kinds[kind];
  parent
    .command('new')
    .description(`${writes} Prints what to fill in.`)
    .argument('<slug>', `${slugHelp}; it is part of the address`)
    .requiredOption('--from <slug>', `the ${kind} to copy`)
    .addOption(new Option('--folder <folder>', 'write in this folder instead of content/').argParser(existingFolder))
    .action((slug: string, { from, folder }: { from: string; folder?: string }) => {
      const root = contentFolder(folder);
      requireItem(loadContent(root), from, WrongOption);
      printTasks(cli, copy(root, { slug, from }));
    });
}

/** Throws InvalidArgumentError: without it, every file of the content would be named as missing. */
function existingFolder(folder: string): string {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new InvalidArgumentError('There is no such folder.');
  return folder;
}

/** Prints what is left to do in each file of a retreat or workshop that was copied, and how it gets on the site. */
function printTasks(cli: Cli, toDo: ToDo[]): void {
  for (const { file, tasks } of toDo) cli.say([file, ...tasks.map((task) => `  ${task}`), ''].join('\n'));
  cli.say(
    'It will not appear anywhere while a date is empty. "npm run check:content" lists what is left to do; then build and restart the site (npm start).',
  );
}
