import { ChannelBusy, TryLater } from '../channel.ts';

/** What a receiver answered. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The beginning of its body: a receiver without end fills no memory. */
  text: string;
}

/** Who we ask, in the organizer's words, for instance `The provider`. */
export interface Receiver {
  name: string;
  now: () => Date;
}

const readAtMost = 1024 * 1024;

/**
 * Asks a receiver. A redirect is an answer and is not followed: it may lead to anywhere. Throws TryLater when there is no answer; any status is one.
 */
export async function ask({ name }: Receiver, url: string, init: RequestInit & { signal: AbortSignal }): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await beginningOf(response) };
  } catch (error) {
    if (init.signal.aborted) throw init.signal.reason;
    throw new TryLater(`${name} cannot be reached (${reasonOf(error as Error)})`);
  }
}

async function beginningOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early closes the connection; a body that was read to its end leaves it for the next delivery.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    if ((length += chunk.length) >= readAtMost) break;
  }
  return Buffer.concat(chunks).subarray(0, readAtMost).toString();
}

/** The system's word for it, such as ECONNREFUSED; fetch itself says only that it failed. */
function reasonOf({ message, cause }: Error): string {
  const { code, message: inner } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? inner ?? message;
}

/** How a status is named to the organizer. */
export const said = ({ status, text }: Answer) => {
  const words = text.startsWith('<') ? '' : reasonIn(text);
  return words ? `${status}: ${words}` : String(status);
};

function reasonIn(text: string): string {
  let reason = text;
  try {
    const { message, fault } = JSON.parse(text) as { message?: unknown; fault?: { faultstring?: unknown } };
    reason = String(message ?? fault?.faultstring ?? text);
  } catch {
    // It is plain text.
  }
  return reason
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

/** Statuses that a retry may mend: what was too early, too often or the receiver's own fault (RFC 9110, 15; RFC 6585; RFC 8470). */
export function mayPass({ status }: Answer): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** Throws what such an answer means: the whole channel waits where the receiver says how long, or that it is too often. */
export function tryLater({ name, now }: Receiver, answer: Answer): never {
  const after = retryAfter(answer.headers, now()) ?? (answer.status === 429 ? 60 : undefined);
  const message = `${name} could not take it now (${said(answer)})`;
  throw after === undefined ? new TryLater(message) : new ChannelBusy(message, after);
}

/** Retry-After in seconds: a number of them or a date (RFC 9110, 10.2.3). Undefined where there is none that can be read. */
export function retryAfter(headers: Headers, now: Date): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/u.test(value)) return Number(value);
  // Only a date in the form of HTTP: Date.parse would take "-1" or "tomorrow 5" for one as well.
  const date = /^[A-Z][a-z]+, .* GMT$/u.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}
