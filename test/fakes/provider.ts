import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { page } from './provider-page.ts';
import { createRecords } from './provider-records.ts';
import type { Answer, Records } from './provider-records.ts';

/**
 * The failures of the provider. `reset`: it accepts a request, and the connection breaks before the answer. `down`: every
 * connection breaks immediately. `cut`: the connection breaks within the body of the answer. `page`: the REST API answers 200 with a web
 * page.
 */
const faults = ['error', 'busy', 'reset', 'cut', 'hang', 'captcha', 'token', 'page', 'down'] as const;
type Fault = (typeof faults)[number];

/** A received request; `at` is in milliseconds of a monotonic clock. */
interface Seen {
  at: number;
  method: string;
  path: string;
  key: string | undefined;
  status: number | undefined;
}

export interface ProviderOptions {
  port?: number;
  token?: string;
  /** The ids of the hosted forms that exist as pages; all ids, if it is left out. */
  forms?: string[];
  /** The hosted forms have a captcha that a browser must solve. */
  hasCaptcha?: boolean;
  customFields?: string[];
  tags?: string[];
  /** How many requests a token may make in a second and in a minute. */
  perSecond?: number;
  perMinute?: number;
  /** The Retry-After of `busy`. */
  retryAfter?: string;
}

/**
 * A marketing-automation provider for development and tests: its hosted forms at `/app/form/process/{id}`, its REST
 * API under `/crm/rest/v2`.
 */
export interface Provider extends Pick<Records, 'contacts' | 'posts' | 'unreadable' | 'byEmail' | 'createField'> {
  url: string;
  api: { url: string; token: string };
  seen: Seen[];
  /** Fails the next requests, all of them if `times` is left out; undefined ends the failures. */
  fail(fault: Fault | undefined, times?: number): void;
  [Symbol.asyncDispose]: () => Promise<void>;
}

const captchaPage = '<!doctype html><title>One moment</title><div class="g-recaptcha" data-sitekey="x"></div>';

export async function startProvider(options: ProviderOptions = {}): Promise<Provider> {
  const { token = 'a-token', retryAfter = '120', perSecond = 10, perMinute = 240 } = options;
  const records = createRecords({ customFields: options.customFields ?? [], tags: options.tags ?? [] });
  const seen: Seen[] = [];
  let fault: Fault | undefined;
  let left = 0;
  const fail = (next: Fault | undefined, times = Infinity) => {
    [fault, left] = [next, times];
    if (next === 'down') server.closeAllConnections();
  };
  const fails = (kind: Fault) => fault === kind && left-- > 0;

  async function answer(request: IncomingMessage, url: URL): Promise<Answer | undefined> {
    const body = await text(request);
    if (fails('hang')) return undefined;
    if (fails('error')) return { status: 500, body: { message: 'An unexpected error occurred' } };
    if (fails('busy')) return { status: 429, headers: { 'retry-after': retryAfter }, body: { message: 'Quota Exceeded' } };
    const formId = /^\/app\/form\/process\/(\w+)$/u.exec(url.pathname)?.[1];
    if (request.method === 'POST' && formId !== undefined) {
      if (fails('captcha')) return { status: 200, body: captchaPage };
      return records.postForm({ formId, fields: [...new URLSearchParams(body)], headers: request.headers });
    }
    const shownId = /^\/app\/form\/(\w+)$/u.exec(url.pathname)?.[1];
    if (request.method === 'GET' && shownId !== undefined && options.forms?.includes(shownId) !== false)
      return { status: 200, body: options.hasCaptcha ? captchaPage : '<!doctype html><title>A form</title>' };
    if (!url.pathname.startsWith('/crm/rest/v2/')) return { status: 404, body: 'There is nothing here' };
    if (fails('page')) return { status: 200, body: '\n<!doctype html><title>Back soon</title>' };
    if (fails('token') || request.headers.authorization !== `Bearer ${token}`) return { status: 401, body: { message: 'Unauthorized' } };
    if (tooOften()) return { status: 429, headers: { 'retry-after': '1' }, body: { message: 'Request Throttled' } };
    return records.api(request.method ?? '', url, body === '' ? undefined : JSON.parse(body));
  }

  function tooOften(): boolean {
    const now = performance.now();
    const within = (milliseconds: number) => seen.filter(({ at, path }) => path.startsWith('/crm/') && now - at < milliseconds).length;
    return within(1000) > perSecond || within(60_000) > perMinute;
  }

  async function show(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (request.method === 'POST') {
      const wanted = new URLSearchParams(await text(request)).get('fault') ?? '';
      fail(faults.find((one) => one === wanted));
      response.writeHead(303, { location: '/' }).end();
    } else if (url.pathname === '/contacts.json')
      response.setHeader('content-type', 'application/json').end(JSON.stringify(records.contacts));
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(page(records, faults, fault));
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider');
    if (['/', '/fault', '/contacts.json'].includes(url.pathname)) return void show(request, response, url);
    const entry: Seen = {
      at: performance.now(),
      method: request.method ?? '',
      path: url.pathname,
      key: request.headers['idempotency-key'] as string | undefined,
      status: undefined,
    };
    seen.push(entry);
    if (fails('down')) return void request.socket.destroy();
    void respond(request, response, url, entry);
  }).listen(options.port ?? 0, '127.0.0.1');

  async function respond(request: IncomingMessage, response: ServerResponse, url: URL, entry: Seen): Promise<void> {
    const found = await answer(request, url);
    if (!found) return;
    entry.status = found.status;
    if (fails('reset')) return void request.socket.destroy();
    const body = typeof found.body === 'string' ? found.body : JSON.stringify(found.body);
    const type = typeof found.body === 'string' ? 'text/html' : 'application/json';
    response.writeHead(found.status, { 'content-type': type, ...found.headers });
    if (fails('cut')) return void response.write('<!doctype', () => response.destroy());
    response.end(body);
  }

  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...records,
    url,
    api: { url: `${url}/crm`, token },
    seen,
    fail,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
