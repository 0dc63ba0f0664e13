import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';

/** More than any question of the page needs. */
const atMost = 64 * 1024;

/** What the page sent is not what it should be: 400. */
export class BadRequest extends Error {
  override name = 'BadRequest';
}

/** Reads the body of a post. Throws BadRequest, in words for the organizer. */
export async function readJson<Shape extends z.ZodType>(request: IncomingMessage, shape: Shape): Promise<z.output<Shape>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > atMost) throw new BadRequest('That is too long');
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString());
  } catch (cause) {
    throw new BadRequest('That is no JSON', { cause });
  }
  const read = shape.safeParse(value);
  if (!read.success) throw new BadRequest(read.error.issues.map(({ message }) => message).join('; '));
  return read.data;
}
