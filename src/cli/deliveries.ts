import { Option } from 'commander';
import type { Command } from 'commander';
import type { Delivery, DeliveryFilter } from '../outbox/repository.ts';
import { counted } from './counted.ts';
import { wholeNumber } from './filters.ts';
import { jsonArray } from './listed.ts';
import { localTime } from './local-time.ts';
import { nothingYet, withStore } from './opened-store.ts';
import { print } from './output.ts';
import { Refused } from './refused.ts';
import { table } from './table.ts';

const heading = ['ID', 'What', 'Way', 'State', 'Tries', 'Next try', 'Why it is not there'];

export function addDeliveries(program: Command): void {
  const deliveries = program.command('deliveries').description('what was sent on: mails, the provider, your webhook');
  deliveries
    .command('list')
    .description('what arrived, what is tried again, what waits for you, and why; the newest first')
    .addOption(new Option('--state <state>', 'only one state').choices(['due', 'delivered', 'parked']))
    .option('--channel <channel>', 'only one way: mail, keap-form, keap-api or webhook')
    .option('--limit <number>', 'at most so many, the newest', wholeNumber)
    .option('--json', 'print a JSON array of {id, submissionId, channel, state, attempts, nextAttemptAt, lastError}')
    .action(list);
  deliveries
    .command('retry')
    .description('tries what is parked once more; the site does it within a second')
    .argument('[ids...]', 'which; "deliveries list --state parked" shows them')
    .option('--all', 'everything that is parked')
    .action(retry);
}

async function list({ json, ...filter }: DeliveryFilter & { json?: true }): Promise<void> {
  await withStore(async (store) => {
    const found = store?.outbox.list(filter) ?? [];
    return print(json ? jsonArray(found, listed) : table({ heading, whole: 1, empty: 'There is nothing to send on' }, rows(found)));
  });
}

/** As `--json` prints it. */
function listed({ id, submissionId, channel, kind, state, attempts, nextAttemptAt, lastError }: Delivery) {
  return { id, submissionId, channel, kind, state, attempts, nextAttemptAt, lastError };
}

async function* rows(found: AsyncIterable<Delivery> | Delivery[]): AsyncGenerator<string[]> {
  for await (const { id, kind, channel, state, attempts, nextAttemptAt, lastError } of found)
    yield [id, kind, channel, state, String(attempts), state === 'due' ? localTime(nextAttemptAt) : '', lastError ?? ''];
}

async function retry(ids: string[], { all }: { all?: true }, command: Command): Promise<void> {
  if (ids.length === 0 && !all) command.error('error: write the ids of the deliveries, or --all');
  const count = await withStore(async (store) => {
    if (!store) throw new Refused(nothingYet);
    return store.outbox.retry(all ? undefined : ids, new Date());
  });
  if (count === 0)
    throw new Refused(
      all ? 'Nothing is parked' : 'None of these is parked; "organizer deliveries list --state parked" shows those that are',
    );
  console.log(`${counted(count, 'delivery', 'deliveries')} to be tried again`);
}
