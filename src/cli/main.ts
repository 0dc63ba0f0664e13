import { Command, CommanderError } from 'commander';
import { ContentError } from '../content/content-error.ts';
import { SettingsError } from '../app/settings.ts';
import { RestoreFailed } from '../database/copy.ts';
import { BackupFailed } from '../database/sqlite/backup.ts';
import { NotAllowed } from '../retreats/repository/entries.ts';
import { StoreUnavailable } from '../database/unavailable.ts';
import { Refused } from './refused.ts';

const exitCodes = '\nEnds with 0 when it is done, 1 when it was refused or failed, 2 when it was called wrongly.';

/** Adds one subcommand, or a group of them; what its action throws ends in `exitCodeFor`. */
type Add = (parent: Command) => void;

/** Each in its file, by the words that call it. */
const parts = new Map<string, () => Promise<Add>>([
  ['submissions list', async () => (await import('./submissions-list.ts')).addList],
  ['submissions show', async () => (await import('./submissions-show.ts')).addShow],
  ['submissions release', async () => (await import('./submissions-release.ts')).addRelease],
  ['submissions export', async () => (await import('./submissions-export.ts')).addExport],
  ['retreat', async () => (await import('./retreat.ts')).addRetreat],
  ['questions', async () => (await import('./questions.ts')).addQuestions],
  ['person', async () => (await import('./person.ts')).addPerson],
  ['deliveries', async () => (await import('./deliveries.ts')).addDeliveries],
  ['desk', async () => (await import('./desk.ts')).addDesk],
  ['backup', async () => (await import('./backup.ts')).addBackup],
  ['restore', async () => (await import('./restore.ts')).addRestore],
  ['doctor', async () => (await import('./doctor.ts')).addDoctor],
]);

/** The whole command, or no more of it than these words call: loading the rest would take a short command twice its time. */
async function organizer(words: string[]): Promise<Command> {
  const program = new Command('organizer').description('Looks after what founders sent to Founder House.').addHelpText('after', exitCodes);
  program.exitOverride().showSuggestionAfterError().configureHelp({ showGlobalOptions: false });
  const submissions = program.command('submissions').description('what was sent through the forms');
  const called = words.slice(0, 2).join(' ');
  const needed = [...parts].filter(([name]) => name === called || name === words[0]);
  for (const [name, load] of needed.length > 0 ? needed : parts) {
    const add = await load();
    add(name.startsWith('submissions ') ? submissions : program);
  }
  return program;
}

/** Says what went wrong: the message alone where it is written for people, everything where it is a fault of the program. */
function exitCodeFor(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const expected = [Refused, SettingsError, ContentError, StoreUnavailable, BackupFailed, RestoreFailed, NotAllowed].some(
    (kind) => error instanceof kind,
  );
  console.error(expected ? (error as Error).message : error);
  return 1;
}

// A reader that has seen enough (`| head`) ends the command without a word.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  const command = await organizer(process.argv.slice(2));
  await command.parseAsync();
} catch (error) {
  process.exitCode = exitCodeFor(error);
}
