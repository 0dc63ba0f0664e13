import { statSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { UnknownSource, type ToDo } from '../content/new-content.ts';
import { WrongOption, type Cli } from './cli.ts';

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

/**
 * Copies a retreat or a workshop, and prints what is left to do in each file and how it gets on the site. Throws WrongOption if there is
 * none to copy, and what `copy` throws.
 */
export function copyAndPrintTasks(cli: Cli, copy: () => ToDo[]): void {
  for (const { file, tasks } of asOptionError(copy)) cli.say([file, ...tasks.map((task) => `  ${task}`), ''].join('\n'));
  cli.say(
    'It will not appear anywhere while a date is empty. "npm run check:content" lists what is left to do; then build and restart the site (npm start).',
  );
}

/** Makes an unknown `--from` wrong usage, like an unknown retreat or workshop in any other option. */
function asOptionError(copy: () => ToDo[]): ToDo[] {
  try {
    return copy();
  } catch (error) {
    throw error instanceof UnknownSource ? new WrongOption(error.message) : error;
  }
}
