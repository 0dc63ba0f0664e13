import { setTimeout as pause } from 'node:timers/promises';
import { ChannelClosed, Undeliverable } from '../../channel.ts';
import { ask, mayPass, said, tryLater } from '../http-request.ts';
import type { Answer } from '../http-request.ts';

export interface KeapClientParts {
  /** The API's base, `https://api.keap.com/crm`. */
  url: string;
  token: string;
  agent: string;
  now: () => Date;
}

/** One request to the provider's REST API. `missing` says what a 404 means. */
export interface KeapRequest {
  method: 'GET' | 'POST';
  path: string;
  /** What is written there; the key is the delivery's, the same with every attempt. */
  sent?: { body: object; key: string };
  missing?: string;
  signal: AbortSignal;
}

/** What mends an address that is not the API's. */
export const setBase = 'set KEAP_API_URL to the base of its REST API, https://api.keap.com/crm';

/** Asks the provider's REST API and answers with its JSON. */
export type KeapClient = <Result>(request: KeapRequest) => Promise<Result>;

/** The requests of one delivery come one after another and no closer than this, in milliseconds: six a second where ten are allowed. */
const gap = 150;

/** How often a closed channel is tried, in seconds. */
const probeAfter = 3 * 60;

/**
 * The provider's REST API version 2 (developer.keap.com/docs/restv2; its own SDK, github.com/infusionsoft/keap-sdk-php). A personal access
 * token and a service account key go as a bearer token; each may ask 10 times a second, 240 times a minute and 30,000 times a day
 * (developer.infusionsoft.com/api-token-quota-and-usage-measurements).
 */
export function createKeapClient({ url, token, agent, now }: KeapClientParts): KeapClient {
  const receiver = { name: 'The provider', now };
  let last = -Infinity;
  return async <Result>({ method, path, sent, missing, signal }: KeapRequest) => {
    const early = last + gap - performance.now();
    if (early > 0) await pause(early, undefined, { signal });
    last = performance.now();
    const answer = await ask(receiver, `${url}/rest/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'user-agent': agent,
        ...(sent && { 'content-type': 'application/json', 'idempotency-key': `"${sent.key}"` }),
      },
      ...(sent && { body: JSON.stringify(sent.body) }),
      signal,
    });
    if (answer.status >= 200 && answer.status < 300) return readJson<Result>(answer);
    throw refusal(answer, missing);
  };

  function refusal(answer: Answer, missing: string | undefined): Error {
    const { status } = answer;
    if (status === 401)
      return new ChannelClosed('The provider refuses our token (401); set KEAP_API_TOKEN to one that it takes', probeAfter);
    if (status === 403)
      return new ChannelClosed(
        `Our token may not do this at the provider (${said(answer)}); give it the rights to read and write contacts and tags`,
        probeAfter,
      );
    if (mayPass(answer)) tryLater(receiver, answer);
    if (status === 404 && missing) return new Undeliverable(missing);
    return new Undeliverable(`The provider does not take it (${said(answer)}); mend that there, or add her by hand`);
  }
}

function readJson<Result>({ text }: Answer): Result {
  try {
    return (text === '' ? undefined : JSON.parse(text)) as Result;
  } catch {
    throw new Undeliverable(`The provider’s answer is no JSON; ${setBase}`);
  }
}
