import type { Command } from 'commander';
import { pluralize } from '../content/format.ts';
import { loadContent } from '../content/load.ts';
import { readFunnel, shownOutside, steps } from '../funnel/funnel.ts';
import { WrongOption, type Cli } from './cli.ts';
import { workshopCalled } from './content-items.ts';
import { visible } from './output.ts';

interface FunnelOptions {
  workshop?: string;
  json?: true;
  outside?: true;
}

export function register(program: Command, cli: Cli): void {
  program
    .command('funnel')
    .description('Counts the steps from a page to a seat: seen, posted, confirmed, joined, watched, waitlist, invited, seat; by campaign.')
    .option('--workshop <slug>', 'only this workshop, by the name of its file')
    .option('--outside', 'for numbers that you show to others: counts below 5 are printed as "fewer than 5"')
    .option(
      '--json',
      'print {workshop, total, robots, campaigns}; each has views, posted, confirmed, joined, watched, waitlist, invited, seat',
    )
    .action((options: FunnelOptions) => funnel(cli, options));
}

async function funnel(cli: Cli, { workshop, json, outside }: FunnelOptions): Promise<void> {
  const content = loadContent();
  const slug = workshop === undefined ? undefined : workshopCalled(content, workshop, WrongOption).slug;
  const counted = await cli.withStore((store) => readFunnel(store.funnel, content, slug));
  const shown = (count: number) => (outside ? shownOutside(count) : String(count));
  const cells = (counts: Record<(typeof steps)[number], number>) =>
    Object.fromEntries(steps.map((step) => [step, outside ? shown(counts[step]) : counts[step]]));
  if (json) {
    const campaigns = counted.campaigns.map(({ campaign, ...counts }) => Object.assign({ campaign }, cells(counts)));
    return cli.json({
      workshop: counted.workshop,
      total: cells(counted.total),
      robots: outside ? shown(counted.robots) : counted.robots,
      campaigns,
    });
  }
  const rows = counted.campaigns.map(({ campaign, ...counts }) => [
    visible(campaign) || '(none)',
    ...steps.map((step) => shown(counts[step])),
  ]);
  await cli.table({ heading: ['Campaign', ...headings], uncut: 0, empty: 'Nobody has opened a page yet' }, [
    ...rows,
    ...(rows.length > 0 ? [['All', ...steps.map((step) => shown(counted.total[step]))]] : []),
  ]);
  const openings = outside ? `${shown(counted.robots)} times` : pluralize(counted.robots, 'time');
  if (counted.robots > 0) cli.note(`Programs opened the pages ${openings}; they are not counted above.`);
}

const headings = ['Seen', 'Posted', 'Confirmed', 'Joined', 'Watched', 'Waitlist', 'Invited', 'Seat'];
