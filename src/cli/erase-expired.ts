import type { Command } from 'commander';
import { pluralize } from '../content/format.ts';
import { loadContent } from '../content/load.ts';
import { assertClockPlausible } from '../people/clock-check.ts';
import { eraseExpired } from '../people/erase-expired.ts';
import { houseRetentionDays } from '../retreats/house-facts.ts';
import type { Cli } from './cli.ts';

export function register(program: Command, cli: Cli): void {
  program
    .command('erase-expired')
    .description(
      'Erases data older than RETENTION_DAYS, as the site does every day. Founders with a seat are kept until their retreat is over, and those who asked to be kept among the alumnae until ALUMNAE_RETENTION_DAYS after it.',
    )
    .option('--yes', 'erase even if this machine’s clock seems to be far ahead; from then on, the site will erase by this clock')
    .action(({ yes }: { yes?: true }) =>
      cli.withStore(async (store) => {
        const now = cli.now();
        if (!yes) await assertClockPlausible(store.people, now, now);
        const { submissions, unconfirmed, houseFacts } = await eraseExpired(store, cli.settings(), loadContent(), now);
        cli.say(`${pluralize(submissions, 'expired submission')} and ${pluralize(unconfirmed, 'unconfirmed submission')} erased`);
        if (houseFacts > 0)
          cli.say(`The house details of ${pluralize(houseFacts, 'founder')} were erased, ${houseRetentionDays} days after the retreat`);
      }),
    );
}
