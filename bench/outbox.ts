/** `npm run bench:outbox`: measures how fast the outbox delivers, and whether many waiting deliveries slow the intake. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Channel } from '../src/outbox/channel.ts';
import { webhookChannel } from '../src/outbox/channels/webhook.ts';
import type { NewDelivery } from '../src/outbox/enqueue.ts';
import { createDeliveryWorkers } from '../src/outbox/worker.ts';
import { openStore, type Store } from '../src/app/open-store.ts';
import { recording } from '../test/support/recording.ts';
import { machine, reportDisturbance, whenIdle } from './machine.ts';
import { form } from './posts.ts';
import { spread, median } from './statistics.ts';
import { table } from './table.ts';

const deliveryCount = 10_000;
const minPerSecond = 1500;
const backlog = 100_000;
const posts = 1500;
const rounds = 11;
const maxSlowdown = 0.1;

const now = () => new Date();
const silentLog = { warn() {}, error() {} };

/** Records one submission as the intake does, with `count` deliveries of a channel. */
function record(store: Store, channel: NewDelivery['channel'], count = 1) {
  const deliveries = Array.from({ length: count }, () => ({ channel, kind: 'submission.accepted' }) as NewDelivery);
  return store.submissions.record(recording({ inf_field_Email: `${randomUUID()}@example.com` }, { form, deliveries }));
}

async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'founder-house-bench-'));
  const store = await openStore(`file:${join(folder.path, 'founder-house.db')}`);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const perSecond = async (count: number, work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return (count * 1000) / (performance.now() - began);
};

/** Returns the signed deliveries per second to a receiver on this machine, with a higher concurrency than the channel's. */
function measureDeliveries(url: string): Promise<number> {
  return withStore(async (store) => {
    for (let left = deliveryCount; left > 0; left -= 1) await record(store, 'webhook');
    const hook = webhookChannel({ url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', agent: 'bench', now });
    const deliveryWorkers = createDeliveryWorkers({
      outbox: store.outbox,
      channels: [{ ...hook, concurrency: 100 }],
      now,
      log: silentLog,
    });
    const rate = await perSecond(deliveryCount, () => deliveryWorkers.drain());
    const [left] = await store.outbox.countUndelivered();
    if (left) throw new Error(`${left.count} deliveries are still ${left.state}`);
    return rate;
  });
}

/** Returns the recorded submissions per second while a worker delivers at the provider's pace. */
async function measureIntake(store: Store): Promise<number> {
  const slow: Channel = { name: 'keap-form', concurrency: 1, spacingMs: 2500, send: async () => {} };
  const deliveryWorkers = createDeliveryWorkers({ outbox: store.outbox, channels: [slow], now, log: silentLog });
  deliveryWorkers.start();
  const rate = await perSecond(posts, async () => {
    for (let left = posts; left > 0; left -= 1) {
      await record(store, 'keap-form');
      deliveryWorkers.wake();
    }
  });
  await deliveryWorkers.stop();
  return rate;
}

const receiver = spawn(process.execPath, [join(import.meta.dirname, './outbox-receiver.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
const [port] = (await once(createInterface({ input: receiver.stdout }), 'line')) as [string];
console.log(`${machine()}\n`);

const drains: number[] = [];
for (let round = 0; round < 3; round += 1) drains.push(await whenIdle(() => measureDeliveries(`http://127.0.0.1:${port}/`)));
receiver.kill();

const [empty, deep]: [number[], number[]] = [[], []];
await withStore(async (full) => {
  for (let left = backlog / 100; left > 0; left -= 1) await record(full, 'keap-form', 100);
  // In turns, so that other work on this machine affects both.
  for (let round = 0; round < rounds; round += 1) {
    await whenIdle(async () => empty.push(await withStore(measureIntake)));
    await whenIdle(async () => deep.push(await measureIntake(full)));
  }
});
const slower = 1 - median(deep) / median(empty);

console.log(
  table(
    ['per second', 'median (min–max)', 'budget'],
    [
      [`deliveries, ${deliveryCount.toLocaleString('en-US')} in total`, spread(drains), `at least ${minPerSecond}`],
      ['submissions, empty outbox', spread(empty), ''],
      [
        `submissions, ${backlog.toLocaleString('en-US')} deliveries waiting`,
        spread(deep),
        `${Math.round(slower * 100)} % slower, at most ${maxSlowdown * 100} %`,
      ],
    ],
  ),
);
reportDisturbance();
if (median(drains) < minPerSecond || slower > maxSlowdown) process.exitCode = 1;
