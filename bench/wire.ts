import type { CDPSession } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';

export type Kind = 'html' | 'fonts' | 'pictures' | 'script' | 'other';

export interface Fetched {
  url: string;
  kind: Kind;
  /** What came over the wire for it, the response's headers included. */
  bytes: number;
  done: boolean;
}

/** What a page fetches, its frames included, seen from the DevTools protocol. */
export interface Wire {
  fetched: () => Fetched[];
  /** Resolves when nothing has been under way for so long, in milliseconds. */
  quiet: (during: number) => Promise<void>;
}

/** Notes all that a page fetches over HTTP from now on. A style sheet counts as HTML: here the styles stand in the page. */
export function watchWire(cdp: CDPSession): Wire {
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
    quiet: async (during) => {
      const started = performance.now();
      while (all.some(({ done }) => !done) || performance.now() - Math.max(last, started) < during) {
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

/** The bytes of some of what was fetched. */
export function bytesOf(fetched: Fetched[], kind?: Kind): number {
  return fetched.filter((entry) => kind === undefined || entry.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0);
}
