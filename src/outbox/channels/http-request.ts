import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChannelBusy, ReceiverFailed, TryLater } from '../channel.ts';
import { connectionReason } from '../connection-reason.ts';

export interface ReceivedResponse {
  status: number;
  headers: Headers;
  /** The first MiB of the body, so that an endless body does not fill the memory. */
  text: string;
}

/** `name` is the name of the receiver in messages to the organizer, for instance `The provider`. */
interface Receiver {
  name: string;
  now: () => Date;
}

const maxBodyBytes = 1024 * 1024;

/** Returns the User-Agent of this application, with an address where the operator of a receiver can ask (RFC 9110, 10.1.5). */
export function userAgent(siteUrl: string): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string };
  return `FounderHouse-Relay/${version} (+${siteUrl})`;
}

/** How long a request waits for the body of a response if the status alone is the outcome. */
const unneededBodyMs = 1000;

interface RequestToSend extends RequestInit {
  signal: AbortSignal;
  /** Returns whether this status alone is the outcome: a body that is slow or breaks off is left out, and fails no attempt. */
  needsNoBody?: (status: number) => boolean;
}

/**
 * Sends a request and returns the response, regardless of its status. Redirects are not followed: they may lead anywhere. Throws TryLater
 * if there is no response.
 */
export async function request({ name }: Receiver, url: string, { needsNoBody, ...init }: RequestToSend): Promise<ReceivedResponse> {
  const controller = new AbortController();
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.any([init.signal, controller.signal]) });
    const { status, headers } = response;
    if (!needsNoBody?.(status)) return { status, headers, text: await readStart(response) };
    // A body that arrives in time is read to its end, so that the connection can be used again.
    const timer = setTimeout(() => controller.abort(), unneededBodyMs);
    const text = await readStart(response).catch(() => '');
    clearTimeout(timer);
    return { status, headers, text };
  } catch (error) {
    if (init.signal.aborted) throw init.signal.reason;
    throw new TryLater(`${name} cannot be reached (${reasonOf(error as Error)})`);
  }
}

async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early closes the connection. After a body that was read to its end, the next delivery uses the connection again.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    if ((length += chunk.length) >= maxBodyBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBodyBytes).toString();
}

/** The system's code, such as ECONNREFUSED; fetch's own error only says that the request failed. */
function reasonOf({ message, cause }: Error): string {
  const { code, message: inner } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ? connectionReason(code) : (inner ?? message);
}

/** Returns whether a body is a web page, as a proxy or a provider under maintenance sends one. */
export const isWebPage = (text: string) => /^\s*</u.test(text);

/** Returns the status and the reason of a response for the organizer, such as "401: Unauthorized". */
export function describeResponse({ status, text }: ReceivedResponse): string {
  const reason = isWebPage(text) ? '' : reasonIn(text);
  return reason ? `${status}: ${reason}` : String(status);
}

/** A contact has some hundreds. The list of custom fields has some thousands: a hundred fields, each with up to a few dozen options. */
const maxValues = 50_000;

/**
 * Returns whether a JSON text has more lists, groups and values than can be parsed and checked without holding up the process: a MiB of them
 * takes up to five seconds.
 */
export const hasTooManyValues = (text: string) => text.split(/[[{,]/u, maxValues).length === maxValues;

function reasonIn(text: string): string {
  if (hasTooManyValues(text)) return '';
  let reason = text;
  try {
    const { message, fault } = JSON.parse(text) as { message?: unknown; fault?: { faultstring?: unknown } };
    reason = String(message ?? fault?.faultstring ?? text);
  } catch {
    // The reason is plain text.
  }
  return reason
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

/**
 * Returns whether a retry may succeed: the request was too early or too frequent, or the receiver failed (RFC 9110,
 * 15; RFC 6585; RFC 8470).
 */
export function isTemporaryFailure({ status }: ReceivedResponse): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/**
 * Throws ChannelBusy, which pauses the channel, if the receiver says how long to wait or that requests are too frequent; else
 * ReceiverFailed.
 */
export function throwTemporary({ name, now }: Receiver, response: ReceivedResponse): never {
  const seconds = retryAfterSeconds(response.headers, now()) ?? (response.status === 429 ? 60 : undefined);
  const message = `${name} cannot accept it now (${describeResponse(response)})`;
  throw seconds === undefined ? new ReceiverFailed(message) : new ChannelBusy(message, seconds);
}

/**
 * Returns the Retry-After of a response, which is a number of seconds or a date (RFC 9110, 10.2.3); undefined if there
 * is none that can be read.
 */
export function retryAfterSeconds(headers: Headers, now: Date): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/u.test(value)) return Number(value);
  // Only a date in the form of HTTP: Date.parse would read "-1" or "tomorrow 5" as one as well.
  const date = /^[A-Z][a-z]+, .* GMT$/u.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}
