import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { loadContent } from '../content/load.ts';
import { entryStates } from '../retreats/state-machine.ts';
import type { EntryState } from '../database/schema.ts';
import { founderOf } from '../retreats/founder.ts';
import { createInviting } from '../retreats/invite.ts';
import { invitationLasts } from '../retreats/rules.ts';
import { secretOf } from '../app/secret.ts';
import { readSettings } from '../app/settings.ts';
import type { Entry } from '../retreats/repository/entries.ts';
import type { Store } from '../app/open-store.ts';
import { localTime } from './local-time.ts';
import { nothingYet, withStore } from './opened-store.ts';
import { print } from './output.ts';
import { Refused } from './refused.ts';
import { table } from './table.ts';
import { visible, visibleJson } from './visible.ts';

interface Options {
  note?: string;
  expires: number;
  overCapacity?: boolean;
  json?: true;
}

export function addRetreat(program: Command): void {
  const retreat = program.command('retreat').description('the way from the waitlist to a seat');
  retreat
    .command('list')
    .description('who waits, is invited, has accepted …; the head of the waitlist first')
    .addOption(new Option('--state <state>', 'only one state').choices(entryStates))
    .option('--json', 'print a JSON array of {id, state, firstName, lastName, email, brand, systemSize, receivedAt}')
    .action(list);
  retreat
    .command('invite')
    .description('invites one who waits: she gets a mail with a link of her own')
    .argument('<id>', 'her id, or as much of the beginning as tells it from the others')
    .option('--note <text>', 'your words to her; they stand on her invitation')
    .addOption(
      new Option('--expires <duration>', 'until when she may answer: 7d, 36h')
        .argParser(duration)
        .default(invitationLasts, `${invitationLasts / 86_400_000}d`),
    )
    .option('--over-capacity', 'even where more are invited then than there are seats')
    .option('--json', 'print {id, url, expiresAt}')
    .action(invite);
  for (const [name, description] of [
    ['revoke', 'takes an invitation, or a seat, back; she is told, if she had heard of it'],
    ['reopen', 'puts one who declined, lapsed, cancelled or withdrew back on the waitlist'],
  ] as const)
    retreat
      .command(name)
      .description(description)
      .argument('<id>', 'her id, or the beginning of it')
      .action(name === 'revoke' ? revoke : reopen);
  retreat
    .command('history')
    .description('what happened to one, when and by whom')
    .argument('<id>', 'her id, or the beginning of it')
    .action(history);
  retreat
    .command('seats')
    .description('how many seats there are, and how many are taken')
    .option('--json', 'print {capacity, accepted, invited, waiting}')
    .action(seats);
}

async function list({ state, json }: { state?: EntryState; json?: true }): Promise<void> {
  const found = await withStore(async (store) => store?.waitlist.list({ state }) ?? []);
  if (json) return void console.log(visibleJson(found.map(founderOf)));
  const heading = ['ID', 'State', 'Since', 'Until', 'Name', 'Email', 'Brand'];
  await print(table({ heading, whole: 4, empty: 'Nobody is on the waitlist yet' }, rows(found)));
}

async function* rows(found: Entry[]): AsyncGenerator<string[]> {
  for (const entry of found) {
    const { id, state, firstName, lastName, email, brand, receivedAt } = founderOf(entry);
    const shown = entry.headSince ? `${state}, at the head` : state;
    const until = state === 'invited' && entry.invitation ? localTime(entry.invitation.expiresAt) : '';
    yield [id.slice(0, 13), shown, localTime(receivedAt).slice(0, 10), until, `${firstName} ${lastName}`.trim(), email, brand];
  }
}

/** Does its work with the one entry that an id, or the beginning of one, names. Throws Refused. */
async function withEntry<Result>(id: string, work: (store: Store, entry: Entry) => Promise<Result>): Promise<Result> {
  return withStore(async (store) => {
    if (!store) throw new Refused(nothingYet);
    const matching = await store.waitlist.list({ called: id });
    const only = matching.length === 1 ? matching[0] : matching.find((entry) => entry.id === id.toLowerCase());
    if (only) return work(store, only);
    if (matching.length === 0)
      throw new Refused(`${visible(id)}: nobody on the waitlist has this id; "organizer retreat list" shows the ids`);
    throw new Refused([`${visible(id)}: several begin so; write more of one of these:`, ...matching.map((entry) => entry.id)].join('\n'));
  });
}

/** Throws SettingsError, ContentError. */
function openInviting() {
  const settings = readSettings(process.env);
  return createInviting({ ...settings, secret: secretOf(settings), content: loadContent() });
}

async function invite(id: string, { note = '', expires, overCapacity = false, json }: Options): Promise<void> {
  const inviting = openInviting();
  const invited = await withEntry(id, (store, entry) =>
    inviting.invite(store.waitlist, entry.id, { note, validForMs: expires, overCapacity }, new Date()),
  );
  if (json) console.log(visibleJson(invited));
  else
    console.log(
      `Invited until ${localTime(invited.expiresAt)}. The mail goes out when the site runs; this is the link in it:\n${invited.url}`,
    );
}

async function revoke(id: string): Promise<void> {
  const { rules } = openInviting();
  const state = await withEntry(id, (store, entry) => store.waitlist.revoke(entry.id, rules, new Date()));
  console.log(`Taken back; she is ${state} now`);
}

async function reopen(id: string): Promise<void> {
  const state = await withEntry(id, (store, entry) => store.waitlist.reopen(entry.id, new Date()));
  console.log(`She is ${state} now`);
}

async function history(id: string): Promise<void> {
  const steps = await withEntry(id, (store, entry) => store.waitlist.history(entry.id));
  for (const { at, actor, event, to } of steps) console.log(`${localTime(at)}  ${actor.padEnd(9)}  ${event.padEnd(8)}  ${to}`);
}

async function seats({ json }: { json?: true }): Promise<void> {
  const { capacity } = loadContent().retreat.facts;
  const counts = await withStore(async (store) => store?.waitlist.counts() ?? { accepted: 0, invited: 0, waiting: 0 });
  if (json) return void console.log(visibleJson({ capacity, ...counts }));
  const [offered, wait] = [counts.invited === 1 ? 'is offered' : 'are offered', counts.waiting === 1 ? 'waits' : 'wait'];
  console.log(`${counts.accepted} of ${capacity} seats are taken, ${counts.invited} ${offered}, ${counts.waiting} ${wait}`);
}

/** 7d, 36h, 90m as milliseconds. */
function duration(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([dhm])$/u.exec(text) ?? [];
  if (!count) throw new InvalidArgumentError('Write a number and d, h or m: 7d, 36h.');
  return Number(count) * { d: 86_400_000, h: 3_600_000, m: 60_000 }[unit as 'd' | 'h' | 'm'];
}
