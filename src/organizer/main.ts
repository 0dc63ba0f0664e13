import { Command, CommanderError } from 'commander';
import { ContentError } from '../content/content-error.ts';
import { SettingsError } from '../server/settings.ts';
import { RestoreFailed } from '../store/copy.ts';
import { BackupFailed } from '../store/sqlite/backup.ts';
import { NotAllowed } from '../store/entries.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { addBackup } from './backup.ts';
import { addDeliveries } from './deliveries.ts';
import { addDesk } from './desk.ts';
import { addDoctor } from './doctor.ts';
import { addPerson } from './person.ts';
import { addQuestions } from './questions.ts';
import { Refused } from './refused.ts';
import { addRestore } from './restore.ts';
import { addExport } from './submissions-export.ts';
import { addRetreat } from './retreat.ts';
import { addRelease } from './submissions-release.ts';
import { addList } from './submissions-list.ts';
import { addShow } from './submissions-show.ts';

const exitCodes = '\nEnds with 0 when it is done, 1 when it was refused or failed, 2 when it was called wrongly.';

/** The whole command. Each file adds one subcommand; what it throws ends in `exitCodeFor`. */
function organizer(): Command {
  const program = new Command('organizer').description('Looks after what founders sent to Founder House.').addHelpText('after', exitCodes);
  program.exitOverride().showSuggestionAfterError().configureHelp({ showGlobalOptions: false });
  const submissions = program.command('submissions').description('what was sent through the forms');
  addList(submissions);
  addShow(submissions);
  addRelease(submissions);
  addExport(submissions);
  addRetreat(program);
  addQuestions(program);
  addPerson(program);
  addDeliveries(program);
  addDesk(program);
  addBackup(program);
  addRestore(program);
  addDoctor(program);
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
  await organizer().parseAsync();
} catch (error) {
  process.exitCode = exitCodeFor(error);
}
