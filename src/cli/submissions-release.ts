import type { Command } from 'commander';
import { loadContent } from '../content/load.ts';
import { readSettings } from '../app/settings.ts';
import { planDeliveries } from '../app/plan-deliveries.ts';
import { nothingYet, withStore } from './opened-store.ts';
import { onlyOne } from './only-one.ts';
import { Refused } from './refused.ts';

export function addRelease(submissions: Command): void {
  submissions
    .command('release')
    .description('lets one that was put aside as a robot’s count as newly sent, mails and forwarding included')
    .argument('<id>', 'its id, or as much of the beginning as tells it from the others')
    .action(release);
}

async function release(id: string): Promise<void> {
  const released = await withStore(async (store) => {
    if (!store) throw new Refused(nothingYet);
    const { found } = onlyOne(id, await store.submissions.findByIdPrefix(id));
    if (found.state !== 'quarantined')
      throw new Refused(
        `${found.id} is ${found.state}, not quarantined; "organizer submissions list --state quarantined" shows those that are`,
      );
    return store.submissions.release(
      found.id,
      new Date(),
      planDeliveries(readSettings(process.env), loadContent(), () => new Date()),
    );
  });
  if (!released) throw new Refused(`${id}: somebody released or erased it this moment`);
  console.log(`${released.id}: released; it counts as ${released.formName}`);
}
