import type { FormDefinition } from '../../src/forms/definition.ts';
import type { Channel } from '../../src/outbox/channel.ts';
import { keapApiChannel } from '../../src/outbox/channels/keap-api.ts';
import { customFieldOf } from '../../src/outbox/channels/keap-client.ts';
import { keapFormChannel } from '../../src/outbox/channels/keap-form.ts';
import { webhookChannel } from '../../src/outbox/channels/webhook.ts';
import type { NewDelivery } from '../../src/outbox/enqueue.ts';
import { createDeliveryWorkers } from '../../src/outbox/worker.ts';
import type { DeliveryWorkerParts } from '../../src/outbox/worker.ts';
import type { Delivery } from '../../src/outbox/repository.ts';
import type { Store } from '../../src/app/open-store.ts';
import { answers, content, waitlist, workshop } from './forms.ts';
import { recording } from './recording.ts';
import type { Provider } from '../fakes/provider.ts';
import { hourMs } from '../../src/durations.ts';

export const agent = 'FounderHouse-Relay/test (+https://founderhouse.example)';
export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** The custom fields and tags of the provider that this site's forms use. */
export const atTheProvider = {
  customFields: [...new Set([workshop, waitlist].flatMap(({ fields }) => fields.flatMap(({ wire }) => customFieldOf(wire) ?? [])))],
  tags: ['1498', '1512', '1516'],
};

/** Returns a clock that a test advances. */
export function manualClock() {
  let time = Date.now();
  return { now: () => new Date(time), advance: (milliseconds: number) => void (time += milliseconds) };
}

type Clock = Pick<ReturnType<typeof manualClock>, 'now'>;

/** The channels to a test provider, without spacing between attempts. */
export const toForm = ({ url }: Pick<Provider, 'url'>, { now }: Clock): Channel => ({
  ...keapFormChannel({ origin: url, content, agent, now }),
  spacingMs: 0,
});

export const toApi = ({ api }: Pick<Provider, 'api'>, { now }: Clock, of = content): Channel => ({
  ...keapApiChannel({ ...api, content: of, siteUrl: 'https://founderhouse.example', agent, now }),
  spacingMs: 0,
});

export const toWebhook = (url: string, { now }: Clock): Channel => webhookChannel({ url, secret, agent, now });

/** Creates a worker for these channels. */
export function createWorkers(store: Store, channels: Channel[], { now }: Clock, more: Partial<DeliveryWorkerParts> = {}) {
  return createDeliveryWorkers({ outbox: store.outbox, channels, now, log: { warn() {}, error() {} }, ...more });
}

/** Records a submission from an hour ago with a delivery for each of these channels; returns its id. */
export async function record(
  store: Store,
  channels: string[],
  {
    values = {},
    form = workshop,
    utm = {},
    at = new Date(Date.now() - hourMs),
  }: { values?: Record<string, string>; form?: FormDefinition; utm?: Record<string, string>; at?: Date } = {},
): Promise<string> {
  const deliveries = channels.map(
    (channel) => ({ channel, kind: channel === 'webhook' ? 'submission.accepted' : 'submission' }) as NewDelivery,
  );
  const { id } = await store.submissions.record(recording(answers(values), { form, utm, receivedAt: at, deliveries }));
  return id;
}

/** Returns the only delivery of a channel. Throws if there is none or more than one. */
export async function onlyDelivery(store: Store, channel: string): Promise<Delivery> {
  const found = await Array.fromAsync(store.outbox.list({ channel }));
  if (found.length !== 1) throw new Error(`${found.length} deliveries of ${channel} instead of one`);
  return found[0] as Delivery;
}
