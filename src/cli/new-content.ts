import { statSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import type { ToDo } from '../content/new-content.ts';
import type { Cli } from './cli.ts';

/** The options of a command that copies a retreat or a workshop. */
export interface NewOptions {
  from: string;
  folder?: string;
}

export const folderOption = () => new Option('--folder <folder>', 'write in this folder instead of content/').argParser(existingFolder);

/** Throws InvalidArgumentError: without it, every file of the content would be named as missing. */
function existingFolder(folder: string): string {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new InvalidArgumentError('There is no such folder.');
  return folder;
}

/** Prints what is left to do in each file of a retreat or workshop that was copied, and how it gets on the site. */
export function printTasks(cli: Cli, toDo: ToDo[]): void {
  for (const { file, tasks } of toDo) cli.say([file, ...tasks.map((task) => `  ${task}`), ''].join('\n'));
  cli.say(
    'It will not appear anywhere while a date is empty. "npm run check:content" lists what is left to do; then build and restart the site (npm start).',
  );
}
