import { inspect } from 'node:util';
import { Command, CommanderError, Help, type Option } from 'commander';
import { SettingsError } from '../app/settings.ts';
import { ContentError } from '../content/content-error.ts';
import { RestoreFailed } from '../database/copy.ts';
import { BackupFailed } from '../database/sqlite/backup.ts';
import { StoreUnavailable } from '../database/unavailable.ts';
import { Refused } from '../refused.ts';
import { createCli, WrongOption, type Cli, type Io } from './cli.ts';

/**
 * Every command by its first word. Loading all of them would double the time of a short command, so only the one that is called is loaded.
 */
const commands: Record<string, () => Promise<{ register: (program: Command, cli: Cli) => void }>> = {
  submissions: () => import('./submissions.ts'),
  retreat: () => import('./retreat.ts'),
  season: () => import('./season.ts'),
  funnel: () => import('./funnel.ts'),
  workshop: () => import('./workshop.ts'),
  letter: () => import('./letter.ts'),
  questions: () => import('./questions.ts'),
  person: () => import('./person.ts'),
  deliveries: () => import('./deliveries.ts'),
  desk: () => import('./desk.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  'erase-expired': () => import('./erase-expired.ts'),
  doctor: () => import('./doctor.ts'),
};

/** Follows each message about wrong usage. */
const helpHint = 'Add --help to a command to see how it is used.';

/** Errors whose message is written for the organizer. Any other error is a bug and is printed with its stack. */
const expected = [Refused, SettingsError, ContentError, StoreUnavailable, BackupFailed, RestoreFailed];

/** Returns the program with the command that the arguments call, or with every command if they call none. */
export async function loadProgram(args: string[], cli: Cli, io: Pick<Io, 'stdout' | 'stderr'>): Promise<Command> {
  const program = new Command('organizer')
    .description('Manages what founders sent to Founder House.')
    .addHelpText('after', '\nExit codes: 0 done, 1 refused or failed, 2 wrong usage.')
    .configureHelp({ showGlobalOptions: false, optionDescription: describeOption })
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) })
    .showSuggestionAfterError()
    .showHelpAfterError(helpHint)
    .hook('preAction', (_, action) => cli.nameDatabase(!action.opts<{ json?: true }>().json))
    .exitOverride();
  const load = commands[args[0] ?? ''];
  for (const loadCommand of load ? [load] : Object.values(commands)) (await loadCommand()).register(program, cli);
  return program;
}

/** Runs the organizer's command with these arguments and returns its exit code: 0 done, 1 refused or failed, 2 wrong usage. */
export async function run(args: string[], io: Io): Promise<number> {
  const cli = createCli(io);
  const program = await loadProgram(args, cli, io);
  try {
    await program.parseAsync(args, { from: 'user' });
    return cli.exitCode();
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    cli.note(expected.some((kind) => error instanceof kind) ? (error as Error).message : inspect(error));
    if (!(error instanceof WrongOption)) return 1;
    cli.note(helpHint);
    return 2;
  }
}

/** Returns the help of an option. Commander does not say there that an option is required. */
function describeOption(option: Option): string {
  const description = new Help().optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}
