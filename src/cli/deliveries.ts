import { Option, type Command } from 'commander';
import type { Store } from '../app/open-store.ts';
import { pluralize } from '../content/format.ts';
import { fullName } from '../forms/person.ts';
import { listMailsInFiles } from '../mail/file-transport.ts';
import type { Delivery, DeliveryFilter } from '../outbox/repository.ts';
import { Refused } from '../refused.ts';
import type { Cli } from './cli.ts';
import { jsonArray } from './output.ts';
import { positiveInteger } from './parsers.ts';

const heading = ['ID', 'Message', 'About', 'Channel', 'State', 'Attempts', 'Next attempt', 'Problem'];

/** How many deliveries get their founders with one query. More would need more memory for their problems, which can be long. */
const deliveriesPerQuery = 100;

export function register(program: Command, cli: Cli): void {
  const deliveries = program
    .command('deliveries')
    .description('Everything that the site sends: emails, and messages to the provider and your webhook.');
  deliveries
    .command('list')
    .description(
      'Lists deliveries, newest first, and the founder whom each is about: delivered, due for another attempt, or parked until you retry them, and why.',
    )
    .addOption(new Option('--state <state>', 'only this state').choices(['due', 'delivered', 'parked']))
    .addOption(new Option('--channel <channel>', 'only this channel').choices(['mail', 'keap-form', 'keap-api', 'webhook']))
    .option('--limit <count>', 'at most this many, newest first (default: all)', positiveInteger)
    .option('--json', 'print a JSON array of {id, submissionId, channel, kind, state, attempts, nextAttemptAt, lastError}')
    .action((options: DeliveryFilter & { json?: true }) => list(cli, options));
  deliveries
    .command('retry')
    .description(
      'Retries deliveries that are parked or waiting for another attempt. While the site is running, it sends them within a second. If their receiver refused every delivery, one is sent first as a test.',
    )
    .argument('[ids...]', 'which ones; "organizer deliveries list --state parked" shows their ids')
    .option('--all', 'every delivery that is parked or waiting for another attempt')
    .action((ids: string[], { all }: { all?: true }, command: Command) => {
      if (all ? ids.length > 0 : ids.length === 0) command.error('error: give the ids of deliveries, or use --all');
      return retry(cli, all ? undefined : ids);
    });
  deliveries
    .command('send-again')
    .description(
      'Sends again what the provider lost. Every night, the site checks whether the provider still has what was delivered through its REST API.',
    )
    .action(() => sendAgain(cli));
}

async function list(cli: Cli, { json, ...filter }: DeliveryFilter & { json?: true }): Promise<void> {
  await cli.withStore(async (store) => {
    const deliveries = store.outbox.list(filter);
    if (json) return cli.print(jsonArray(deliveries, deliveryJson));
    const inFiles = await listMailsInFiles(cli.settings().dataDir);
    return cli.table({ heading, uncut: 1, empty: 'There are no deliveries' }, rows(cli, withFounders(store, deliveries), inFiles));
  });
}

/** A delivery as `--json` prints it. */
function deliveryJson({ id, submissionId, channel, kind, state, attempts, nextAttemptAt, lastError }: Delivery) {
  return { id, submissionId, channel, kind, state, attempts, nextAttemptAt, lastError };
}

/** Yields each delivery with the founder whom it is about; `about` is empty if it belongs to no submission. */
async function* withFounders({ submissions }: Store, deliveries: AsyncIterable<Delivery>): AsyncGenerator<[Delivery, about: string]> {
  for await (const group of inGroups(deliveries)) {
    const senders = await submissions.listByIds([...new Set(group.flatMap(({ submissionId }) => submissionId ?? []))]);
    const founders = new Map(senders.map(({ id, person }) => [id, `${fullName(person)} <${person.email}>`.trim()]));
    for (const delivery of group) yield [delivery, founders.get(delivery.submissionId ?? '') ?? ''];
  }
}

async function* inGroups(deliveries: AsyncIterable<Delivery>): AsyncGenerator<Delivery[]> {
  let group: Delivery[] = [];
  for await (const delivery of deliveries) {
    if (group.push(delivery) < deliveriesPerQuery) continue;
    yield group;
    group = [];
  }
  yield group;
}

async function* rows(
  { localTime }: Cli,
  deliveries: AsyncIterable<[Delivery, about: string]>,
  inFiles: Set<string>,
): AsyncGenerator<string[]> {
  for await (const [{ id, kind, channel, state, attempts, nextAttemptAt, lastError }, about] of deliveries)
    yield [
      id,
      kind,
      about,
      channel,
      state === 'delivered' && inFiles.has(id) ? 'written to a file' : state,
      String(attempts),
      state === 'due' ? localTime(nextAttemptAt) : '',
      lastError ?? '',
    ];
}

async function retry(cli: Cli, ids: string[] | undefined): Promise<void> {
  const count = await cli.withStore((store) => store.outbox.retry(ids, cli.now()));
  if (count === 0)
    throw new Refused(
      ids
        ? 'None of these is parked or waiting for another attempt; "organizer deliveries list" shows their states'
        : 'Nothing is parked or waiting for another attempt',
    );
  cli.say(`${pluralize(count, 'delivery', 'deliveries')} will be retried`);
}

async function sendAgain(cli: Cli): Promise<void> {
  const count = await cli.withStore((store) => store.outbox.sendDriftedAgain(cli.now()));
  if (count === 0) throw new Refused('Nothing is known to be missing at the provider; the site checks every night');
  cli.say(`${pluralize(count, 'sign-up')} will be sent again`);
}
