import type { IncomingMessage } from 'node:http';

/** Why a request is turned away, with its status. */
export interface Turned {
  status: number;
  message: string;
}

/**
 * What is looked at before anything else. A page of another origin can lead its own name to 127.0.0.1 (DNS rebinding): its requests still carry that
 * name as Host. Posts must say that they come from our own page, and be JSON, which no form of another page can send.
 */
export function turnedAway({ method, headers }: IncomingMessage, port: number): Turned | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? '')) return { status: 403, message: 'The desk answers on 127.0.0.1 alone' };
  const from = headers['sec-fetch-site'];
  const navigates = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (from !== undefined && from !== 'same-origin' && from !== 'none' && !(navigates && method === 'GET'))
    return { status: 403, message: 'The desk answers its own page alone' };
  if (method !== 'POST') return undefined;
  if (headers.origin !== `http://${headers.host}`) return { status: 403, message: 'The desk answers its own page alone' };
  if (!/^application\/json(?:$|;)/iu.test(headers['content-type'] ?? '')) return { status: 415, message: 'Send application/json' };
  return undefined;
}
