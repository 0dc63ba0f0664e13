import type { Command } from 'commander';
import { formatDay, pluralize } from '../content/format.ts';
import { loadContent } from '../content/load.ts';
import { featuredRetreat, isRetreatOver, lastDayOfRetreat } from '../content/retreat-schedule.ts';
import { dayAfter } from '../content/zoned-time.ts';
import { fullName } from '../forms/person.ts';
import { Refused } from '../refused.ts';
import { invitationWarnings } from '../retreats/invitation-service.ts';
import { founderOf, totalEntries } from '../retreats/repository/entries.ts';
import { seasonFigureLines } from '../retreats/season-figures.ts';
import { WrongOption, type Cli } from './cli.ts';
import { confirmOnTerminal, confirmSending } from './confirm.ts';
import { requireRetreat } from './content-items.ts';
import { registerNew } from './new-content.ts';

interface ConfirmedOptions {
  yes?: true;
  json?: true;
}

export function register(program: Command, cli: Cli): void {
  const season = program.command('season').description('Starts a new retreat, and closes an old one.');
  registerNew(season, cli, 'retreat');
  season
    .command('invite-back')
    .description(
      'Asks the founders who are still waiting for a retreat, by email, whether they want to join the waitlist of a later one. Each founder is asked once.',
    )
    .argument('<slug>', 'the retreat that they are waiting for')
    .requiredOption('--to <slug>', 'the later retreat')
    .option('--yes', 'do not ask, even if the earlier retreat is not over, or the dates of the later one are wrong')
    .option('--json', 'print {asked, askedBefore, already}')
    .action((slug: string, options: ConfirmedOptions & { to: string }) => inviteBack(cli, slug, options));
  season
    .command('close')
    .description(
      'Closes a retreat that is over: no more founders can be invited, and its figures are kept when the personal data is erased.',
    )
    .argument('<slug>', 'the name of a folder in content/retreats')
    .option('--yes', 'do not ask')
    .option('--json', 'print {joined, invited, states, movedAlong, sizes}')
    .action((slug: string, options: ConfirmedOptions) => close(cli, slug, options));
  season
    .command('alumnae')
    .description('Lists the founders who had a seat at a retreat that is over, and asked to be kept among the alumnae.')
    .option('--json', 'print a JSON array of {retreat, firstName, lastName, email, brand}')
    .action((options: { json?: true }) => listAlumnae(cli, options));
  season
    .command('list')
    .description('Lists the retreats, how many founders were on each waitlist and had a seat, and which are closed.')
    .option('--json', 'print a JSON array of {slug, lastDay, closedAt, joined, accepted}')
    .action((options: { json?: true }) => list(cli, options));
}

async function inviteBack(cli: Cli, from: string, { to, yes, json }: ConfirmedOptions & { to: string }): Promise<void> {
  const content = loadContent();
  const earlier = requireRetreat(content, from);
  const later = requireRetreat(content, to, WrongOption);
  if (isRetreatOver(later, cli.now())) throw new Refused(`${to} is over; choose a retreat that is still to come`);
  if (lastDayOfRetreat(later) <= lastDayOfRetreat(earlier)) throw new Refused(`${to} is not later than ${from}; choose a later retreat`);
  const warnings = invitationWarnings(content, to, cli.now());
  if (!isRetreatOver(earlier, cli.now()))
    warnings.unshift(
      `${from} is not over until ${formatDay(lastDayOfRetreat(earlier))}. The email asks its founders to come to a later retreat instead.`,
    );
  await confirmSending(cli, warnings, { yes });
  const counts = await cli.withStore((store) => store.waitlist.askToMoveAlong(from, to, cli.now()));
  if (json) return cli.json(counts);
  const { asked, askedBefore, already } = counts;
  cli.say(
    asked > 0
      ? `${pluralize(asked, 'founder')} will be asked by email while the site is running. For founders who do not answer, nothing changes.`
      : 'There is no founder to ask.',
  );
  if (askedBefore > 0) cli.say(`Already asked before: ${askedBefore}.`);
  if (already > 0) cli.say(`Already on the waitlist of ${to}: ${already}.`);
}

async function close(cli: Cli, slug: string, { yes, json }: ConfirmedOptions): Promise<void> {
  const settings = cli.settings();
  const content = loadContent();
  const retreat = requireRetreat(content, slug);
  const lastDay = lastDayOfRetreat(retreat);
  if (!isRetreatOver(retreat, cli.now())) throw new Refused(`${slug} ends on ${formatDay(lastDay)}; close it after that day`);
  await confirmOnTerminal(cli, `Close ${slug}? Open invitations will lapse, and no more founders can be invited.`, { yes });
  const figures = await cli.withStore((store) => store.waitlist.closeRetreat(slug, 'organizer', settings, cli.now()));
  if (json) return cli.json(figures);
  cli.say(`${slug} is closed. Its figures are kept:`);
  for (const line of seasonFigureLines(figures)) cli.say(`  ${line}`);
  if (retreat.facts.afterwards === 'keep' && featuredRetreat(content.retreats, cli.now()) === retreat)
    cli.say(
      `The page still invites founders to the waitlist of ${slug}, but its form puts them on the waitlist for the next retreat: set "afterwards: turn" in content/retreats/${slug}/facts.yaml.`,
    );
  cli.say(
    `What alumnae sent is kept until ${formatDay(dayAfter(lastDay, settings.alumnaeRetentionDays))} (ALUMNAE_RETENTION_DAYS); everything else until ${settings.retentionDays} days after it was sent (RETENTION_DAYS).`,
  );
}

async function listAlumnae(cli: Cli, { json }: { json?: true }): Promise<void> {
  const over = loadContent().retreats.filter((retreat) => isRetreatOver(retreat, cli.now()));
  const entries = await cli.withStore((store) => store.waitlist.listAlumnae(over.map(({ slug }) => slug)));
  const founders = entries.map((entry) => {
    const { firstName, lastName, email, brand } = founderOf(entry);
    return { retreat: entry.retreat, firstName, lastName, email, brand };
  });
  if (json) return cli.json(founders);
  await cli.table(
    { heading: ['Retreat', 'Name', 'Email', 'Brand'], uncut: 2, empty: 'There are no alumnae yet' },
    founders.map((founder) => [founder.retreat, fullName(founder), founder.email, founder.brand]),
  );
}

async function list(cli: Cli, { json }: { json?: true }): Promise<void> {
  const { retreats } = loadContent();
  const rows = await cli.withStore(async ({ waitlist }) => {
    const closed = await waitlist.listClosedRetreats();
    return Promise.all(
      retreats.map(async (retreat) => {
        const { slug } = retreat;
        const { closedAt = null, figures } = closed.get(slug) ?? {};
        const states = figures?.states ?? (await waitlist.countByState(slug));
        const joined = figures?.joined ?? totalEntries(states);
        return { slug, lastDay: lastDayOfRetreat(retreat), closedAt, joined, accepted: states.accepted };
      }),
    );
  });
  if (json) return cli.json(rows);
  await cli.table(
    { heading: ['Retreat', 'Last day', 'Waitlist', 'Seats', 'Closed'], uncut: 0, empty: 'There are no retreats yet' },
    rows.map(({ slug, lastDay, joined, accepted, closedAt }) => [
      slug,
      lastDay,
      String(joined),
      String(accepted),
      closedAt ? cli.localTime(closedAt).slice(0, 10) : '',
    ]),
  );
}
