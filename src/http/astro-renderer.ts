import { ServerResponse } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { exactPolicy } from '../build/exact-policy.ts';

/** The pages that Astro renders at request time: its handler in middleware mode. */
export type RenderOnDemand = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: App.Locals,
) => Promise<void>;

/** Who asks for which page. Her Host header counts nowhere: SITE_URL says which host this is. */
export interface Visit {
  request: IncomingMessage;
  host: string;
  url: string;
}

/** A page as it came out, whole. */
export interface Rendered {
  status: number;
  /** Its own content security policy. */
  policy: string;
  body: Buffer;
}

/**
 * Renders a page into memory. Astro itself would answer a fault with an empty page, or break one off in its middle; a page that is not whole is
 * undefined here, so that the visitor gets one that says what to do. Rejects when its code cannot be loaded.
 */
export async function rendered(render: RenderOnDemand, { request, host, url }: Visit, locals: App.Locals): Promise<Rendered | undefined> {
  request.headers.host = host;
  // The body is read by now: for the page this is a visit that only looks. It listens to no connection: Astro's handler would do so until that is
  // closed, and keep the whole visit for as long.
  const visit = Object.create(request, { method: { value: 'GET' }, url: { value: url }, socket: { value: {} } }) as IncomingMessage;
  const response = new Kept(visit);
  let isKnown = true;
  await render(visit, response, () => (isKnown = false), locals);
  const { statusCode: status } = response;
  if (!isKnown || !response.isWhole || status !== locals.status) return undefined;
  const body = Buffer.concat(response.chunks);
  return { status, policy: exactPolicy(String(response.getHeader('content-security-policy')), body.toString()), body };
}

/** An answer that goes nowhere: what is written to it is kept. */
class Kept extends ServerResponse {
  chunks: Buffer[] = [];
  isWhole = false;

  override write(chunk: string | Uint8Array): boolean {
    this.chunks.push(Buffer.from(chunk as Uint8Array));
    return true;
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    this.statusCode = status;
    const headers = rest.find((one) => typeof one === 'object') as Record<string, string | string[]> | undefined;
    for (const [name, value] of Object.entries(headers ?? {})) this.setHeader(name, value);
    return this;
  }

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk);
    this.isWhole = !this.destroyed;
    return this;
  }
}
