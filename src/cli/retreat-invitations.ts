import { InvalidArgumentError, Option, type Command } from 'commander';
import { loadSecret } from '../app/secret.ts';
import type { Content } from '../content/content.ts';
import { loadContent } from '../content/load.ts';
import type { EntryState } from '../database/schema.ts';
import { dayMs, hourMs, minuteMs } from '../durations.ts';
import { fullName } from '../forms/person.ts';
import { createInvitationService, invitationWarnings, type InvitationService, type Invited } from '../retreats/invitation-service.ts';
import { invitationDays, invitationLifetimeMs } from '../retreats/limits.ts';
import type { Entry } from '../retreats/repository/entries.ts';
import type { Cli } from './cli.ts';
import { confirmOnTerminal, confirmSending } from './confirm.ts';
import { visible } from './output.ts';
import { entryIdHelp, withEntry } from './find-by-id.ts';

interface InviteOptions {
  note?: string;
  /** In milliseconds; Commander names the property after the option. */
  expires: number;
  overCapacity?: boolean;
  yes?: true;
  json?: true;
}

type ExtendOptions = Pick<InviteOptions, 'expires' | 'json'>;

interface RevokeOptions {
  reason?: string;
  yes?: true;
}

/** Registers the commands that invite a founder, and that extend and withdraw an invitation. */
export function registerInvitations(retreat: Command, cli: Cli): void {
  retreat
    .command('invite')
    .description('Invites a founder from the waitlist. The founder gets an email with a personal link.')
    .argument('<id>', entryIdHelp)
    .option('--note <text>', 'your own words to the founder, shown on the invitation')
    .addOption(expiresOption('how long the founder can answer'))
    .option('--over-capacity', 'invite the founder even if all seats are taken or offered')
    .option('--yes', 'do not ask, even if the dates that the invitation shows are wrong')
    .option('--json', 'print {id, url, expiresAt}')
    .action((id: string, options: InviteOptions) => invite(cli, id, options));
  retreat
    .command('extend')
    .description('Extends an open invitation. The founder gets the email with it again, with the same link and the new deadline.')
    .argument('<id>', entryIdHelp)
    .addOption(expiresOption('how long the founder can answer from now'))
    .option('--json', 'print {id, url, expiresAt}')
    .action((id: string, options: ExtendOptions) => extend(cli, id, options));
  retreat
    .command('revoke')
    .description('Withdraws an invitation or a seat. The founder gets an email, unless the invitation has not been sent yet.')
    .argument('<id>', entryIdHelp)
    .option('--reason <text>', 'your own words to a founder who had accepted, for the email about it')
    .option('--yes', 'do not ask')
    .action((id: string, options: RevokeOptions) => revoke(cli, id, options));
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
  const secret = loadSecret(settings);
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
  await withInvitations(cli, id, async (invitations, entry, content) => {
    await confirmSending(cli, invitationWarnings(content, entry.retreat, cli.now()), { yes });
    const adviceIfFull = 'Add --over-capacity to invite the founder anyway.';
    const invited = await invitations.invite(entry.id, { note, validForMs, overCapacity, by: 'organizer', adviceIfFull }, cli.now());
    printInvitation(cli, `${nameOf(entry)} is invited`, invited, json);
  });
}

async function extend(cli: Cli, id: string, { expires: validForMs, json }: ExtendOptions): Promise<void> {
  await withInvitations(cli, id, async (invitations, entry) => {
    const extended = await invitations.extend(entry.id, { validForMs, by: 'organizer' }, cli.now());
    printInvitation(cli, `The invitation of ${nameOf(entry)} is now open`, extended, json);
  });
}

function printInvitation(cli: Cli, done: string, invited: Invited, json: true | undefined): void {
  if (json) return cli.json(invited);
  cli.say(`${done} until ${cli.localTime(invited.expiresAt)}. The email is sent while the site is running. Its link:\n${invited.url}`);
}

async function revoke(cli: Cli, id: string, { reason = '', yes }: RevokeOptions): Promise<void> {
  await withInvitations(cli, id, async (invitations, entry) => {
    const questions: Partial<Record<EntryState, string>> = { accepted: 'Cancel the seat', invited: 'Withdraw the invitation' };
    const question = questions[entry.state];
    const name = nameOf(entry);
    if (question) await confirmOnTerminal(cli, `${question} of ${name}? The founder will be notified by email.`, { yes });
    const state = await invitations.revoke(entry.id, { expectedState: entry.state, reason, by: 'organizer' }, cli.now());
    cli.say(
      state === 'cancelled'
        ? `The seat of ${name} was cancelled. The founder is now marked Cancelled.`
        : `The invitation of ${name} was withdrawn. The founder is back on the waitlist.`,
    );
  });
}

/** Names the founder: a mistyped id can be that of somebody else. */
export const nameOf = ({ submission }: Entry): string => visible(fullName(submission.person));

const expiresOption = (what: string): Option =>
  new Option('--expires <duration>', `${what}, in days (d), hours (h) or minutes (m): 7d, 36h`)
    .argParser(parseDuration)
    .default(invitationLifetimeMs, `${invitationDays}d`);

/** Returns 7d, 36h or 90m in milliseconds. Throws InvalidArgumentError. */
function parseDuration(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([dhm])$/u.exec(text) ?? [];
  if (!count) throw new InvalidArgumentError('Enter a number and d, h or m: 7d, 36h.');
  return Number(count) * { d: dayMs, h: hourMs, m: minuteMs }[unit as 'd' | 'h' | 'm'];
}
