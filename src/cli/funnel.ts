import type { Command } from 'commander';
import { pluralize } from '../content/format.ts';
import { loadContent } from '../content/load.ts';
import { readFunnel, maskSmallCount, stepLabels, steps, type Steps } from '../funnel/funnel.ts';
import { WrongOption, type Cli } from './cli.ts';
import { requireWorkshop } from './content-items.ts';

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
    .action((options: FunnelOptions) => printFunnel(cli, options));
}

async function printFunnel(cli: Cli, { workshop, json, outside }: FunnelOptions): Promise<void> {
  const content = loadContent();
  const slug = workshop === undefined ? undefined : requireWorkshop(content, workshop, WrongOption).slug;
  const counted = await cli.withStore((store) => readFunnel(store.funnel, content, slug));
  const figure = (count: number): number | string => (outside ? maskSmallCount(count) : count);
  if (json) {
    const figures = (counts: Steps) => Object.fromEntries(steps.map((step) => [step, figure(counts[step])]));
    return cli.json({
      workshop: counted.workshop,
      total: figures(counted.total),
      robots: figure(counted.robots),
      campaigns: counted.campaigns.map(({ campaign, ...counts }) => Object.assign({ campaign }, figures(counts))),
    });
  }
  const row = (name: string, counts: Steps) => [name, ...steps.map((step) => String(figure(counts[step])))];
  const rows = counted.campaigns.map(({ campaign, ...counts }) => row(campaign || '(none)', counts));
  if (rows.length > 0) rows.push(row('All', counted.total));
  await cli.table({ heading: ['Campaign', ...Object.values(stepLabels)], uncut: 0, empty: 'Nobody has opened a page yet' }, rows);
  const openings = outside ? `${figure(counted.robots)} times` : pluralize(counted.robots, 'time');
  if (counted.robots > 0) cli.note(`Programs opened the pages ${openings}; they are not counted above.`);
}
