import { Webhook } from 'standardwebhooks';
import { ChannelBusy, ChannelClosed, TryLater, Undeliverable } from '../channel.ts';
import type { Channel, Message } from '../channel.ts';
import { ask, retryAfter, said } from './http-request.ts';

export interface WebhookParts {
  url: string;
  secret: string;
  agent: string;
  now: () => Date;
}

/** Statuses under which the receiver asks for fewer messages; without a Retry-After, in seconds. */
const busy = new Set([429, 502, 503, 504]);
const busyRest = 30;

/** A receiver that is gone is asked again once a day: perhaps it is back. */
const goneRest = 24 * 60 * 60;

/**
 * Messages to an address of the operator's own, as Standard Webhooks 1.0 has them (github.com/standard-webhooks/standard-webhooks, spec): the
 * same webhook-id with every attempt, a timestamp of the attempt, a signature over both and the body. The address comes from the environment and
 * never from a visitor, so it may be one of the inner network; a redirect is not followed, so that the receiver cannot point us at another.
 */
export function webhookChannel({ url, secret, agent, now }: WebhookParts): Channel {
  const receiver = { name: 'The webhook’s receiver', now };
  const signer = new Webhook(secret);
  return {
    name: 'webhook',
    concurrency: 20,
    async deliver(message: Message, signal) {
      const body = JSON.stringify({ type: message.kind, timestamp: message.createdAt, data: dataOf(message) });
      const at = now();
      const answer = await ask(receiver, url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': agent,
          'webhook-id': message.key,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': signer.sign(message.key, at, body),
        },
        signal,
      });
      const { status, headers } = answer;
      if (status >= 200 && status < 300) return;
      if (status === 410)
        throw new ChannelClosed(
          'The webhook’s receiver wants no messages any more (410); set WEBHOOK_URL to another, or remove it',
          goneRest,
        );
      const after = retryAfter(headers, now()) ?? (busy.has(status) ? busyRest : undefined);
      // The standard retries every other failure: receivers are mended, and a day of trying is enough for that.
      const words = `The webhook’s receiver did not take it (${said(answer)})`;
      throw after === undefined ? new TryLater(words) : new ChannelBusy(words, after);
    },
  };
}

/** What a message tells: of a submission, what it holds; of anything else, what was written down with it. */
function dataOf({ kind, submission, payload }: Message): Record<string, unknown> {
  if (kind !== 'submission.accepted') return payload;
  if (!submission) throw new Undeliverable('the submission that this was about is erased');
  const { id, formId, formName, receivedAt, fields, utm, consents } = submission;
  return { id, formId, formName, receivedAt, fields, utm, consents };
}
