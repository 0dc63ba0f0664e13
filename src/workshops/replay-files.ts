import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Content } from '../content/content.ts';
import { HttpError } from '../http/http-error.ts';

const types: Record<string, string> = { '.mp4': 'video/mp4', '.webm': 'video/webm', '.vtt': 'text/vtt; charset=utf-8' };

interface ReplayFileParts {
  content: Content;
  folder: string;
  /** Called when the beginning of a replay is sent to a player. */
  onWatched: (slug: string, request: FastifyRequest) => void;
}

/**
 * Registers the addresses of the replays' videos and captions in the folder of the content. They are streamed from disk: a video may
 * be larger than the memory.
 */
export function replayFileRoutes(app: FastifyInstance, { content, folder, onWatched }: ReplayFileParts): void {
  const files = content.workshops.flatMap(({ replay }) => (replay ? [replay.video, replay.captions] : []));
  for (const address of new Set(files.filter((file) => file.startsWith('/')))) {
    const workshop = content.workshops.find(({ replay }) => replay?.video === address);
    app.get(address, (request, reply) => {
      return sendStream(request, reply, join(folder, address), () => workshop && onWatched(workshop.slug, request));
    });
  }
}

/** Safari first requests the first two bytes, to find out whether the server sends ranges; it requests the beginning again to play it. */
const probeBytes = 2;

/**
 * Sends a file, or the one range of it that is asked for (RFC 9110, 14). Throws HttpError 404. This is not left to @fastify/send 4.2, which
 * refuses a request for the last bytes of a file that is shorter than that, and whose weak ETags do not let an interrupted download go on
 * (RFC 9110, 13.1.5).
 */
async function sendStream(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  path: string,
  onBeginning: () => void,
): Promise<FastifyReply> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile()) throw new HttpError(404);
  const { size, mtimeMs } = stats;
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  const type = types[extname(path)] as string;
  reply.headers({ 'content-type': type, 'accept-ranges': 'bytes', etag, 'cache-control': 'public, max-age=3600' });
  if (headers['if-none-match'] === etag) return reply.code(304).send();
  // Of a file that changed since its first part, the whole is sent (RFC 9110, 13.1.5).
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = headers.range !== undefined && isSame && method === 'GET' ? rangeIn(headers.range, size) : 'all';
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const { start, end } = range === 'all' ? { start: 0, end: size - 1 } : range;
  reply.header('content-length', Math.max(0, end - start + 1));
  if (range !== 'all') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  // Without a body Fastify would say that its length is 0.
  if (method === 'HEAD' || size === 0) return reply.send(Readable.from([]));
  if (start === 0 && end >= probeBytes) onBeginning();
  return reply.send(createReadStream(path, { start, end }));
}

/**
 * Returns the only range of a Range field. One that is malformed or names several is ignored, as RFC 9110, 14.2 allows;
 * `none` lies outside the file.
 */
function rangeIn(field: string, size: number): { start: number; end: number } | 'all' | 'none' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/u.exec(field.trim()) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'all';
  if (first === '') return Number(last) === 0 || size === 0 ? 'none' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'all';
  if (start >= size) return 'none';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
