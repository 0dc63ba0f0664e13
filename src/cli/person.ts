import type { Command } from 'commander';
import { pluralize } from '../content/format.ts';
import { loadSecret } from '../app/secret.ts';
import type { Store } from '../app/open-store.ts';
import { addressIdOf } from '../database/address-id.ts';
import { erasePerson } from '../people/erase-person.ts';
import type { PersonRecord } from '../people/repository.ts';
import { Refused } from '../refused.ts';
import type { Cli } from './cli.ts';
import { confirm } from './confirm.ts';
import { visible } from './output.ts';
import { notEmpty } from './parsers.ts';

export function register(program: Command, cli: Cli): void {
  const person = program.command('person').description('Everything that is stored about one person.');
  person
    .command('export')
    .description('Prints everything that is stored about a person as JSON, to give to that person.')
    .argument('<email>', 'the person’s email address', notEmpty)
    .action(async (email: string) => cli.json(await cli.withStore((store) => readPerson(cli, store, email))));
  person
    .command('erase')
    .description('Erases the person everywhere: submissions, emails, and everything still to be forwarded.')
    .argument('<email>', 'the person’s email address', notEmpty)
    .option('--yes', 'erase without asking first')
    .action((email: string, options: { yes?: true }) => erase(cli, email, options));
}

/**
 * Returns what is stored about an address, and when it opted out of letters, which is kept when the rest is erased. Throws Refused if
 * nothing is stored.
 */
async function readPerson(cli: Cli, store: Store, email: string) {
  const person = await store.people.find(email);
  const letterOptOut = (await store.letters.findOptOut(addressIdOf(loadSecret(cli.settings()), email))) ?? null;
  if (canBeErased(person) || letterOptOut) return { ...person, letterOptOut };
  throw new Refused(`${visible(email)}: nothing is stored for this address; check the spelling`);
}

/** Returns what is stored about an address. Throws Refused if nothing is stored about it that can be erased. */
async function readErasable(cli: Cli, store: Store, email: string): Promise<PersonRecord> {
  const person = await readPerson(cli, store, email);
  if (canBeErased(person)) return person;
  throw new Refused(
    `${visible(email)}: only the unsubscription from letters is stored for this address, and it is kept. There is nothing to erase`,
  );
}

const canBeErased = ({ submissions, suppressions, letters }: PersonRecord) => submissions.length + suppressions.length + letters.length > 0;

async function erase(cli: Cli, email: string, { yes }: { yes?: true }): Promise<void> {
  const settings = cli.settings();
  const erased = await cli.withStore(async (store) => {
    const { submissions } = await readErasable(cli, store, email).catch(async (error: unknown) => {
      // An earlier run may have been killed after it erased the rows and before it purged them.
      const notPurged = await store.database.purge();
      if (notPurged) cli.say(notPurged);
      throw error;
    });
    if (!yes)
      await confirm(
        cli,
        `Erase ${pluralize(submissions.length, 'submission')} from ${visible(email)}, and everything based on them?`,
        'Nothing was erased',
      );
    return erasePerson(store, email, { ...settings, secret: loadSecret(settings) }, cli.now());
  });
  cli.say(
    `${visible(email)}: erased, ${pluralize(erased.submissions, 'submission')}. Earlier copies (backups, exports) still contain this person’s data, and so does your provider if the site forwards sign-ups. Restoring such a backup into this database erases this person again.`,
  );
  if (erased.notPurged) cli.say(erased.notPurged);
}
