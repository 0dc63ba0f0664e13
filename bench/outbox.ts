/** `npm run bench:outbox`: how fast the outbox drains, and whether a long one slows the intake. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { v7 as uuid } from 'uuid';
import { loadContent } from '../src/content/load.ts';
import { formsOf } from '../src/forms/catalog.ts';
import type { Channel } from '../src/outbox/channel.ts';
import { webhookChannel } from '../src/outbox/channels/webhook.ts';
import { createOutbox } from '../src/outbox/outbox.ts';
import { openStore } from '../src/app/open-store.ts';
import type { Store } from '../src/app/open-store.ts';
import { disturbance, machine, whenCalm } from './machine.ts';
import { spread, median } from './statistics.ts';
import { table } from './table.ts';

const deliveries = 10_000;
const leastPerSecond = 1500;
const depth = 100_000;
const posts = 1500;
const rounds = 11;
const mostSlower = 0.1;

const form = formsOf(loadContent())[1] as ReturnType<typeof formsOf>[0];
const now = () => new Date();
const quiet = { warn() {}, error() {} };

/** Records one submission as the intake does, with so many deliveries of a channel. */
function record(store: Store, channel: string, count = 1) {
  const values = { inf_field_FirstName: 'Ottoline', inf_field_LastName: 'Vane', inf_field_Email: `${uuid()}@example.com` };
  const submission = { id: uuid(), form, values, utm: {}, receivedAt: now(), retreat: '' };
  return store.submissions.record({
    submission,
    state: 'accepted',
    deliveries: Array.from({ length: count }, () => ({ channel, kind: 'submission.accepted' })),
  });
}

async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-bench-'));
  const store = await openStore(`file:${join(folder, 'founder-house.db')}`);
  try {
    return await work(store);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const perSecond = async (count: number, work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return (count * 1000) / (performance.now() - began);
};

/** Deliveries a second to a receiver on this machine, signed, without the channel's limits. */
function drained(url: string): Promise<number> {
  return withStore(async (store) => {
    for (let left = deliveries; left > 0; left -= 1) await record(store, 'webhook');
    const hook = webhookChannel({ url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', agent: 'bench', now });
    const outbox = createOutbox({ outbox: store.outbox, channels: [{ ...hook, concurrency: 100 }], now, log: quiet });
    const rate = await perSecond(deliveries, () => outbox.drain());
    const [left] = await store.outbox.depth();
    if (left) throw new Error(`${left.count} deliveries are still ${left.state}`);
    return rate;
  });
}

/** Submissions a second while a worker goes through what is due at a provider's pace. */
async function recorded(store: Store): Promise<number> {
  const slow: Channel = { name: 'keap-form', concurrency: 1, spacingMs: 2500, send: async () => {} };
  const outbox = createOutbox({ outbox: store.outbox, channels: [slow], now, log: quiet });
  outbox.start();
  const rate = await perSecond(posts, async () => {
    for (let left = posts; left > 0; left -= 1) {
      await record(store, 'keap-form');
      outbox.wake();
    }
  });
  await outbox.stop();
  return rate;
}

const receiver = spawn(process.execPath, [join(import.meta.dirname, './outbox-receiver.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
const [port] = (await once(createInterface({ input: receiver.stdout }), 'line')) as [string];
console.log(`${machine()}\n`);

const drains: number[] = [];
for (let round = 0; round < 3; round += 1) drains.push(await whenCalm(() => drained(`http://127.0.0.1:${port}/`)));
receiver.kill();

const [empty, deep]: [number[], number[]] = [[], []];
await withStore(async (full) => {
  for (let left = depth / 100; left > 0; left -= 1) await record(full, 'keap-form', 100);
  // To and fro, so that what else happens on this machine comes to both.
  for (let round = 0; round < rounds; round += 1) {
    await whenCalm(async () => empty.push(await withStore(recorded)));
    await whenCalm(async () => deep.push(await recorded(full)));
  }
});
const slower = 1 - median(deep) / median(empty);

console.log(
  table(
    ['a second', 'median (least–most)', 'budget'],
    [
      [`deliveries, of ${deliveries.toLocaleString('en-US')}`, spread(drains), `at least ${leastPerSecond}`],
      ['submissions, nothing waits', spread(empty), ''],
      [
        `submissions, ${depth.toLocaleString('en-US')} wait`,
        spread(deep),
        `${Math.round(slower * 100)} % slower, at most ${mostSlower * 100} %`,
      ],
    ],
  ),
);
const warning = disturbance();
if (warning) console.log(`\n${warning}`);
if (median(drains) < leastPerSecond || slower > mostSlower) process.exitCode = 1;
