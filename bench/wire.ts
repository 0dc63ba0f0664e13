import type { CDPSession } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';

export type Kind = 'html' | 'fonts' | 'pictures' | 'script' | 'other';

export interface Fetched {
  url: string;
  kind: Kind;
  /** The bytes received over the network, response headers included. */
  bytes: number;
  done: boolean;
}

export type Wire = ReturnType<typeof watchWire>;

/** Records what a page fetches over HTTP from now on. A style sheet counts as HTML, since the site's styles are inline. */
export function watchWire(cdp: CDPSession) {
  const open = new Map<string, Fetched>();
  const all: Fetched[] = [];
  let last = performance.now();

  const add = (id: string, url: string, type = '') => {
    const entry = { url, kind: kindOf(type, ''), bytes: 0, done: false };
    open.set(id, entry);
    all.push(entry);
  };
  const end = (id: string, bytes?: number) => {
    const entry = open.get(id);
    if (!entry) return;
    if (bytes) entry.bytes = bytes;
    entry.done = true;
    last = performance.now();
  };

  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, redirectResponse }) => {
    if (!/^https?:/u.test(request.url)) return;
    last = performance.now();
    if (redirectResponse) end(requestId, redirectResponse.encodedDataLength);
    add(requestId, request.url, type);
  });
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    const entry = open.get(requestId);
    if (entry) entry.kind = kindOf(type, response.mimeType);
  });
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const entry = open.get(requestId);
    if (entry) entry.bytes += encodedDataLength;
    last = performance.now();
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength));
  cdp.on('Network.loadingFailed', ({ requestId }) => end(requestId));

  return {
    fetched: () => all,
    /** Resolves when no request has been open for `quietMs`. Throws after a minute. */
    waitUntilQuiet: async (quietMs: number) => {
      const started = performance.now();
      while (all.some(({ done }) => !done) || performance.now() - Math.max(last, started) < quietMs) {
        if (performance.now() - started > 60_000) throw new Error(`still loading after a minute: ${all.find(({ done }) => !done)?.url}`);
        await pause(50);
      }
    },
  };
}

function kindOf(type: string, mime: string): Kind {
  if (type === 'Document' || type === 'Stylesheet') return 'html';
  if (type === 'Script' || mime.includes('javascript')) return 'script';
  if (type === 'Font' || mime.startsWith('font/')) return 'fonts';
  if (type === 'Image' || mime.startsWith('image/')) return 'pictures';
  return 'other';
}

/** Returns the sum of the bytes, of one kind if it is given. */
export function bytesOf(fetched: Fetched[], kind?: Kind): number {
  return fetched.filter((entry) => kind === undefined || entry.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0);
}
