import { Option, type Command } from 'commander';
import { loadContent } from '../content/load.ts';
import { featuredRetreat, nextRetreatSlug } from '../content/retreat-schedule.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import type { EntryState } from '../database/schema.ts';
import { fullName } from '../forms/person.ts';
import { Refused } from '../refused.ts';
import { founderOf } from '../retreats/repository/entries.ts';
import { entryStates } from '../retreats/entry-states.ts';
import { WrongOption, type Cli } from './cli.ts';
import { requireRetreat } from './content-items.ts';
import { printHouseSheet } from './house-sheet.ts';
import { visible } from './output.ts';
import { nameOf, registerInvitations } from './retreat-invitations.ts';
import { entryIdHelp, withEntry } from './find-by-id.ts';

interface RetreatOptions {
  /** The slug of a retreat; without it, the one on the front page. */
  retreat?: string;
  json?: true;
}

interface ListOptions extends RetreatOptions {
  state?: EntryState;
}

const retreatHelp = 'the name of a folder in content/retreats (default: the retreat on the front page)';

export function register(program: Command, cli: Cli): void {
  const retreat = program.command('retreat').description('The waitlist, the invitations and the seats of the retreat.');
  retreat
    .command('list')
    .description('Lists founders by state, the head of the waitlist first.')
    .addOption(new Option('--state <state>', 'only this state').choices(entryStates))
    .option(
      '--retreat <slug>',
      `${retreatHelp}; "${nextRetreatSlug}" stands for the founders who are waiting for a retreat that is not announced yet`,
    )
    .option('--json', 'print a JSON array of {id, state, firstName, lastName, email, brand, systemSize, receivedAt}')
    .action((options: ListOptions) => list(cli, options));
  registerInvitations(retreat, cli);
  retreat
    .command('reopen')
    .description('Puts a founder who declined, did not answer, cancelled or left back on the waitlist.')
    .argument('<id>', entryIdHelp)
    .action(async (id: string) => {
      await withEntry(cli, id, async (store, entry) => {
        await store.waitlist.reopen(entry.id, 'organizer', cli.now());
        cli.say(`${nameOf(entry)} is back on the waitlist.`);
      });
    });
  retreat
    .command('history')
    .description('Lists what happened to a founder’s entry, when, and who did it.')
    .argument('<id>', entryIdHelp)
    .action(async (id: string) => {
      const steps = await withEntry(cli, id, (store, entry) => store.waitlist.listHistory(entry.id));
      for (const { at, actor, name, event, to } of steps)
        cli.say(`${cli.localTime(at)}  ${actor.padEnd(9)}  ${event.padEnd(8)}  ${to}${name ? `, by ${visible(name)}` : ''}`);
    });
  retreat
    .command('memo')
    .description(
      'Saves a note about a founder, for you and the others at the desk; without a text, prints it. It never appears in an email or on a page of the site.',
    )
    .argument('<id>', entryIdHelp)
    .argument('[text]', 'your note, which replaces the previous one')
    .option('--clear', 'delete the note')
    .action((id: string, text: string | undefined, options: { clear?: true }) => saveOrPrintMemo(cli, id, text, options));
  retreat
    .command('seats')
    .description('Counts the seats: all, taken and offered, and how many founders are waiting.')
    .option('--retreat <slug>', retreatHelp)
    .option('--json', 'print {capacity, accepted, invited, waiting}')
    .action((options: RetreatOptions) => countSeats(cli, options));
  retreat
    .command('house')
    .description(
      'Prints the sheet for the house: who is coming and when, what each founder eats and needs, and who to call in an emergency.',
    )
    .option('--retreat <slug>', retreatHelp)
    .option('--json', 'print {retreat, guests}; each guest is {id, firstName, lastName, brand, phone, house}')
    .action((options: RetreatOptions) => printHouseSheet(cli, retreatOf(cli, options.retreat), options));
}

async function list(cli: Cli, { state, retreat: typed, json }: ListOptions): Promise<void> {
  const retreat = typed === nextRetreatSlug ? nextRetreatSlug : retreatOf(cli, typed).slug;
  const entries = await cli.withStore((store) => store.waitlist.list({ retreat, state }));
  if (json) return cli.json(entries.map(founderOf));
  const heading = ['ID', 'State', 'Since', 'Until', 'Name', 'Email', 'Brand'];
  const rows = entries.map((entry) => {
    const { id, firstName, lastName, email, brand, receivedAt } = founderOf(entry);
    const shown = entry.headSince ? `${entry.state}, at the head` : entry.state;
    const until = entry.state === 'invited' && entry.invitation ? cli.localTime(entry.invitation.expiresAt) : '';
    return [id.slice(0, 13), shown, cli.localTime(receivedAt).slice(0, 10), until, fullName({ firstName, lastName }), email, brand];
  });
  const whom = state ? `nobody in the state "${state}"` : 'nobody';
  const waitlist = retreat === nextRetreatSlug ? 'the next retreat' : retreat;
  await cli.table({ heading, uncut: 4, empty: `There is ${whom} on the waitlist for ${waitlist}` }, rows);
}

/** Returns the retreat with this slug; without one, the retreat on the front page. Throws WrongOption and ContentError. */
function retreatOf(cli: Cli, slug: string | undefined): RetreatContent {
  const content = loadContent();
  return slug === undefined ? featuredRetreat(content.retreats, cli.now()) : requireRetreat(content, slug, WrongOption);
}

async function saveOrPrintMemo(cli: Cli, id: string, text: string | undefined, { clear }: { clear?: true }): Promise<void> {
  if (text !== undefined && clear) throw new WrongOption('Use either a note or --clear, not both');
  // A script has an empty text from a variable that is not set: that must not delete the note.
  if (text?.trim() === '') throw new Refused('The note is empty; to delete the stored note, use --clear');
  const message = await withEntry(cli, id, async (store, entry) => {
    if (text === undefined) {
      if (!entry.memo) return 'There is no note about this founder.';
      if (!clear) return visible(entry.memo.text);
    }
    await store.waitlist.saveMemo(entry.id, { text: text?.trim() ?? '' }, 'organizer', cli.now());
    return clear ? `The note about ${nameOf(entry)} was deleted.` : `The note about ${nameOf(entry)} was saved.`;
  });
  cli.say(message);
}

async function countSeats(cli: Cli, { retreat, json }: RetreatOptions): Promise<void> {
  const { slug, facts } = retreatOf(cli, retreat);
  const { accepted, invited, waiting } = await cli.withStore((store) => store.waitlist.countByState(slug));
  const { capacity } = facts;
  if (json) return cli.json({ capacity, accepted, invited, waiting });
  cli.say(`${accepted} of ${capacity} seats taken, ${invited} offered, ${waiting} waiting`);
}
