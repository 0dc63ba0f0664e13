/**
 * A worker in a separate process: delivers to a webhook until nothing is due. Usage: `outbox-worker.ts DATABASE_URL RECEIVER SPACING_MS`.
 */
import { openStore } from '../../src/app/open-store.ts';
import { toWebhook, createWorkers } from './outboxes.ts';

const [databaseUrl, receiver, spacingMs] = process.argv.slice(2) as [string, string, string];
const store = await openStore(databaseUrl);
const clock = { now: () => new Date() };
const deliveryWorkers = createWorkers(store, [{ ...toWebhook(receiver, clock), spacingMs: Number(spacingMs) }], clock);
console.log('open');
do await deliveryWorkers.drain();
while ((await store.outbox.countUndelivered()).some(({ state }) => state === 'due'));
await store.close();
