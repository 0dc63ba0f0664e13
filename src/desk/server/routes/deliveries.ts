import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fullName } from '../../../forms/person.ts';
import { listMailsInFiles } from '../../../mail/file-transport.ts';
import type { Delivery } from '../../../outbox/repository.ts';
import type { DeskContext } from '../context.ts';

export type DeliveriesPage = Awaited<ReturnType<typeof readDeliveries>>;
export type DeliveryRow = DeliveriesPage['rows'][number];

/** How many deliveries are shown at first, the newest of them. */
const shownAtFirst = 300;

const deliveriesQuery = z.object({
  state: z.enum(['due', 'delivered', 'parked']).optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(10_000).catch(shownAtFirst),
});
const retryBody = z.object({ ids: z.array(z.string()).min(1, 'Choose a delivery').optional() });

export function deliveryRoutes(app: FastifyInstance, context: DeskContext): void {
  app.get('/api/deliveries', ({ query }) => readDeliveries(context, deliveriesQuery.parse(query)));
  app.post('/api/deliveries/retry', async ({ body }) => ({ count: await context.outbox.retry(retryBody.parse(body).ids, context.now()) }));
  app.post('/api/deliveries/send-again', async () => ({ count: await context.outbox.sendDriftedAgain(context.now()) }));
}

/** Returns the deliveries, each with `isInFile`: whether it only wrote an email to a file, which reaches nobody. */
export async function addIsInFile(deliveries: AsyncIterable<Delivery>, { dataDir }: Pick<DeskContext, 'dataDir'>) {
  const inFiles = await listMailsInFiles(dataDir);
  return Array.fromAsync(deliveries, (delivery) => Object.assign(delivery, { isInFile: inFiles.has(delivery.id) }));
}

async function readDeliveries(context: DeskContext, { state, limit }: z.output<typeof deliveriesQuery>) {
  const { outbox, submissions } = context;
  const listed = await addIsInFile(outbox.list({ state, limit }), context);
  const senders = await submissions.listByIds([...new Set(listed.flatMap(({ submissionId }) => submissionId ?? []))]);
  const names = new Map(senders.map(({ id, person }) => [id, fullName(person)]));
  return {
    due: await outbox.count('due'),
    parked: await outbox.count('parked'),
    /** How many wait for another attempt after a failure. */
    failing: await outbox.countFailing(),
    /** How many there are in this state; the rows are the newest of them. */
    total: listed.length < limit ? listed.length : await outbox.count(state),
    /** `name` is empty for a delivery that belongs to no submission. */
    rows: listed.map((delivery) => Object.assign(delivery, { name: names.get(delivery.submissionId ?? '') ?? '' })),
  };
}
