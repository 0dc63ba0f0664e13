import type { Command } from 'commander';
import { pluralize } from '../content/format.ts';
import { erasePerson } from '../people/erase-person.ts';
import type { Store } from '../app/open-store.ts';
import { Refused } from './cli.ts';
import type { Cli } from './cli.ts';
import { confirm } from './confirm.ts';
import { visible } from './output.ts';

export function register(program: Command, cli: Cli): void {
  const person = program.command('person').description('Everything that is stored about one person.');
  person
    .command('export')
    .description('Prints all of it as JSON, to give to that person.')
    .argument('<email>', 'the person’s email address')
    .action(async (email: string) => cli.json(await cli.withStore((store) => find(store, email))));
  person
    .command('erase')
    .description('Erases the person everywhere: submissions, mails, and everything still to be forwarded.')
    .argument('<email>', 'the person’s email address')
    .option('--yes', 'erase without asking first')
    .action((email: string, { yes }: { yes?: true }) => erase(cli, email, yes));
}

/** Throws Refused if nothing is stored about this address. */
async function find(store: Store, email: string) {
  const found = await store.people.find(email);
  if (found.submissions.length > 0 || found.suppressions.length > 0) return found;
  throw new Refused(`${visible(email)}: nothing is stored for this address; check the spelling`);
}

async function erase(cli: Cli, email: string, yes?: true): Promise<void> {
  const settings = cli.settings();
  const erased = await cli.withStore(async (store) => {
    const { submissions } = await find(store, email).catch(async (error: unknown) => {
      // An earlier run may have been killed after it erased the rows and before it purged them.
      await store.database.purge();
      throw error;
    });
    if (!yes)
      await confirm(
        cli,
        `Erase ${pluralize(submissions.length, 'submission')} from ${visible(email)}, and everything based on them?`,
        'Nothing was erased',
      );
    return erasePerson(store, email, settings, cli.now());
  });
  cli.say(
    `${visible(email)}: erased, ${pluralize(erased.submissions, 'submission')}. Earlier copies (backups, exports) still contain this person’s data, and so does your provider.`,
  );
}
