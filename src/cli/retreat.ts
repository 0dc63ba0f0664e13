import { InvalidArgumentError, Option, type Command } from 'commander';
import { secretOf } from '../app/secret.ts';
import type { Store } from '../app/open-store.ts';
import type { Content } from '../content/content.ts';
import { loadContent } from '../content/load.ts';
import { featuredRetreat, nextRetreatSlug } from '../content/schedule.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import { dayMs, hourMs, minuteMs } from '../durations.ts';
import type { EntryState } from '../database/schema.ts';
import { fullName } from '../forms/person.ts';
import { founderOf, type Entry } from '../retreats/repository/entries.ts';
import { createInvitationService, invitationWarnings, type InvitationService } from '../retreats/invitation-service.ts';
import { SeatsFull } from '../retreats/repository/seats.ts';
import { unknownEntry } from '../retreats/repository/transitions.ts';
import { invitationLifetimeMs } from '../retreats/limits.ts';
import { entryStates } from '../retreats/entry-states.ts';
import { Refused, WrongOption, type Cli } from './cli.ts';
import { confirmOnTerminal, confirmSending } from './confirm.ts';
import { findRetreat } from './content-items.ts';
import { printHouseSheet } from './house-sheet.ts';
import { onlyMatch } from './only-match.ts';
import { visible } from './output.ts';

interface InviteOptions {
  note?: string;
  /** In milliseconds; Commander names the property after the option. */
  expires: number;
  overCapacity?: boolean;
  yes?: boolean;
  json?: true;
}

type ExtendOptions = Pick<InviteOptions, 'expires' | 'json'>;

interface RetreatOptions {
  /** The slug of a retreat; without it, the one on the front page. */
  retreat?: string;
  json?: true;
}

interface RevokeOptions {
  reason?: string;
  yes?: boolean;
}

interface ListOptions extends RetreatOptions {
  state?: EntryState;
}

const retreatHelp = 'the name of a folder in content/retreats (default: the retreat on the front page)';

const idHelp = 'the founder’s id on the waitlist, or enough of its beginning to be unique';

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
  retreat
    .command('invite')
    .description('Invites a founder from the waitlist. The founder gets an email with a personal link.')
    .argument('<id>', idHelp)
    .option('--note <text>', 'your own words to the founder, shown on the invitation')
    .addOption(expiresOption('how long the founder can answer'))
    .option('--over-capacity', 'invite the founder even if all seats are taken or offered')
    .option('--yes', 'do not ask, even if the dates that the invitation shows are wrong')
    .option('--json', 'print {id, url, expiresAt}')
    .action((id: string, options: InviteOptions) => invite(cli, id, options));
  retreat
    .command('extend')
    .description('Extends an open invitation. The founder gets the email with it again, with the same link and the new deadline.')
    .argument('<id>', idHelp)
    .addOption(expiresOption('how long the founder can answer from now'))
    .option('--json', 'print {id, url, expiresAt}')
    .action((id: string, options: ExtendOptions) => extend(cli, id, options));
  retreat
    .command('revoke')
    .description('Withdraws an invitation or a seat. The founder gets an email, unless the invitation has not been sent yet.')
    .argument('<id>', idHelp)
    .option('--reason <text>', 'your own words to a founder who had accepted, for the email about it')
    .option('--yes', 'do not ask')
    .action((id: string, options: RevokeOptions) => revoke(cli, id, options));
  retreat
    .command('reopen')
    .description('Puts a founder who declined, did not answer, cancelled or left back on the waitlist.')
    .argument('<id>', idHelp)
    .action(async (id: string) => {
      await withEntry(cli, id, (store, entry) => store.waitlist.reopen(entry.id, 'organizer', cli.now()));
      cli.say('The founder is back on the waitlist.');
    });
  retreat
    .command('history')
    .description('Lists what happened to a founder’s entry, when, and who did it.')
    .argument('<id>', idHelp)
    .action(async (id: string) => {
      const steps = await withEntry(cli, id, (store, entry) => store.waitlist.history(entry.id));
      for (const { at, actor, name, event, to } of steps)
        cli.say(`${cli.localTime(at)}  ${actor.padEnd(9)}  ${event.padEnd(8)}  ${to}${name ? `, by ${visible(name)}` : ''}`);
    });
  retreat
    .command('memo')
    .description(
      'Saves your private note about a founder; without a text, prints it. It never appears in an email or on a page of the site.',
    )
    .argument('<id>', idHelp)
    .argument('[text]', 'your note, which replaces the previous one')
    .option('--clear', 'delete the note')
    .action((id: string, text: string | undefined, options: { clear?: true }) => memo(cli, id, text, options));
  retreat
    .command('seats')
    .description('Counts the seats: all, taken and offered, and how many founders are waiting.')
    .option('--retreat <slug>', retreatHelp)
    .option('--json', 'print {capacity, accepted, invited, waiting}')
    .action((options: RetreatOptions) => seats(cli, options));
  retreat
    .command('house')
    .description(
      'Prints the sheet for the house: who is coming and when, what each founder eats and needs, and who to call in an emergency.',
    )
    .option('--retreat <slug>', retreatHelp)
    .option('--json', 'print {retreat, guests}; each guest is {id, firstName, lastName, brand, phone, house}')
    .action(({ retreat: slug, json }: RetreatOptions) => printHouseSheet(cli, { retreat: retreatOf(cli, slug), json }));
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
  return slug === undefined ? featuredRetreat(content.retreats, cli.now()) : findRetreat(content, slug, WrongOption);
}

/** Runs `work` with the one entry whose id starts with `id`. Throws EntryRefused if no id starts with it, and Refused if several do. */
async function withEntry<Result>(cli: Cli, id: string, work: (store: Store, entry: Entry) => Promise<Result>): Promise<Result> {
  return cli.withStore(async (store) => work(store, await onlyMatch(id, (idPrefix) => store.waitlist.list({ idPrefix }), unknownEntry)));
}

/**
 * Runs `work` with the invitation service, the one entry whose id starts with `id`, and the content. Throws as `withEntry`, and
 * SettingsError and ContentError.
 */
function withInvitations<Result>(
  cli: Cli,
  id: string,
  work: (invitations: InvitationService, entry: Entry, content: Content) => Promise<Result>,
): Promise<Result> {
  const settings = cli.settings();
  const secret = secretOf(settings);
  return withEntry(cli, id, ({ waitlist }, entry) => {
    const content = loadContent();
    return work(createInvitationService({ ...settings, waitlist, secret, content: () => content }), entry, content);
  });
}

async function invite(
  cli: Cli,
  id: string,
  { note = '', expires: validForMs, overCapacity = false, yes, json }: InviteOptions,
): Promise<void> {
  const invited = await withInvitations(cli, id, async (invitations, entry, content) => {
    await confirmSending(cli, invitationWarnings(content, entry.retreat, cli.now()), { yes });
    return invitations.invite(entry.id, { note, validForMs, overCapacity, by: 'organizer' }, cli.now()).catch((error: unknown) => {
      if (error instanceof SeatsFull)
        throw new Refused(`${error.message} Add --over-capacity to invite the founder anyway.`, { cause: error });
      throw error;
    });
  });
  if (json) return cli.json(invited);
  cli.say(`Invited until ${cli.localTime(invited.expiresAt)}. The email is sent while the site is running. Its link:\n${invited.url}`);
}

async function extend(cli: Cli, id: string, { expires: validForMs, json }: ExtendOptions): Promise<void> {
  const extended = await withInvitations(cli, id, (invitations, entry) =>
    invitations.extend(entry.id, { validForMs, by: 'organizer' }, cli.now()),
  );
  if (json) return cli.json(extended);
  cli.say(`Extended until ${cli.localTime(extended.expiresAt)}. The email is sent while the site is running. Its link:
${extended.url}`);
}

async function revoke(cli: Cli, id: string, { reason = '', yes }: RevokeOptions): Promise<void> {
  const state = await withInvitations(cli, id, async (invitations, entry) => {
    const questions: Partial<Record<EntryState, string>> = { accepted: 'Cancel the seat', invited: 'Withdraw the invitation' };
    const question = questions[entry.state];
    const name = visible(fullName(entry.submission.person));
    if (question) await confirmOnTerminal(cli, `${question} of ${name}? The founder will be notified by email.`, { yes });
    return invitations.withdraw(entry.id, { expectedState: entry.state, reason, by: 'organizer' }, cli.now());
  });
  cli.say(
    state === 'cancelled'
      ? 'The seat was cancelled. The founder is now marked Cancelled.'
      : 'The invitation was withdrawn. The founder is back on the waitlist.',
  );
}

async function memo(cli: Cli, id: string, text: string | undefined, { clear }: { clear?: true }): Promise<void> {
  if (text !== undefined && clear) throw new Refused('Write either a note or --clear, not both');
  // A script has an empty text from a variable that is not set: that must not delete the note.
  if (text?.trim() === '') throw new Refused('The note is empty; to delete the one before, use --clear');
  const message = await withEntry(cli, id, async (store, entry) => {
    if (text === undefined && !clear) return entry.memo ? visible(entry.memo.text) : 'There is no note about this founder.';
    await store.waitlist.saveMemo(entry.id, { text: text?.trim() ?? '' }, 'organizer', cli.now());
    return clear ? 'The note was deleted.' : 'The note was saved.';
  });
  cli.say(message);
}

async function seats(cli: Cli, { retreat, json }: RetreatOptions): Promise<void> {
  const { slug, facts } = retreatOf(cli, retreat);
  const { accepted, invited, waiting } = await cli.withStore((store) => store.waitlist.countByState(slug));
  const { capacity } = facts;
  if (json) return cli.json({ capacity, accepted, invited, waiting });
  cli.say(`${accepted} of ${capacity} seats taken, ${invited} offered, ${waiting} waiting`);
}

const expiresOption = (what: string): Option =>
  new Option('--expires <duration>', `${what}, in days (d), hours (h) or minutes (m): 7d, 36h`)
    .argParser(parseDuration)
    .default(invitationLifetimeMs, `${invitationLifetimeMs / dayMs}d`);

/** Returns 7d, 36h or 90m in milliseconds. Throws InvalidArgumentError. */
function parseDuration(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([dhm])$/u.exec(text) ?? [];
  if (!count) throw new InvalidArgumentError('Write a number and d, h or m: 7d, 36h.');
  return Number(count) * { d: dayMs, h: hourMs, m: minuteMs }[unit as 'd' | 'h' | 'm'];
}
