import { Webhook } from 'standardwebhooks';
import { ChannelBusy, ChannelClosed, submissionOf, TryLater, type Channel, type Message } from '../channel.ts';
import { describeResponse, request, retryAfterSeconds } from './http-request.ts';

interface WebhookParts {
  url: string;
  secret: string;
  agent: string;
  now: () => Date;
}

/** Statuses by which a receiver asks for fewer messages, and the pause if there is no Retry-After. */
const busyStatuses = new Set([429, 502, 503, 504]);
const busyPauseSeconds = 30;

/** A receiver that is gone is tried once a day. */
const goneProbeSeconds = 24 * 60 * 60;

/**
 * Messages to an address of the operator's own, as Standard Webhooks 1.0 defines them (github.com/standard-webhooks/standard-webhooks,
 * spec): the same webhook-id with every attempt, a timestamp of the attempt, a signature over both and the body. The address comes from
 * the environment and never from a visitor, so it may be on the internal network; redirects are not followed, so that the receiver
 * cannot point us at another.
 */
export function webhookChannel({ url, secret, agent, now }: WebhookParts): Channel {
  const receiver = { name: 'The webhook’s receiver', now };
  const signer = new Webhook(secret);
  return {
    name: 'webhook',
    concurrency: 20,
    async send(message, signal) {
      const body = JSON.stringify({ type: message.kind, timestamp: message.createdAt, data: dataOf(message) });
      const at = now();
      const response = await request(receiver, url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': agent,
          'webhook-id': message.id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': signer.sign(message.id, at, body),
        },
        signal,
        needsNoBody: () => true,
      });
      const { status, headers } = response;
      if (status >= 200 && status < 300) return;
      if (status === 410)
        throw new ChannelClosed(
          'The webhook’s receiver wants no more messages (410); set WEBHOOK_URL to another address, or remove it',
          goneProbeSeconds,
        );
      // The standard retries every other failure: a receiver that is broken is usually fixed within a day.
      const refusal = `The webhook’s receiver did not accept it (${describeResponse(response)})`;
      const seconds = retryAfterSeconds(headers, now()) ?? (busyStatuses.has(status) ? busyPauseSeconds : undefined);
      throw seconds === undefined ? new TryLater(refusal) : new ChannelBusy(refusal, seconds);
    },
  };
}

/** A message about a submission holds the submission; any other message holds what was enqueued with it. */
function dataOf(message: Message): Record<string, unknown> {
  if (message.kind !== 'submission.accepted') return message.payload;
  const { id, formId, formName, receivedAt, fields, utm, consents } = submissionOf(message);
  return { id, formId, formName, receivedAt, fields, utm, consents };
}
