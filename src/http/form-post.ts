import type { FastifyRequest } from 'fastify';
import { maxDiscardedBytes } from './discard-body.ts';
import { HttpError } from './http-error.ts';

/** The maximum size of a post. */
const maxBodyBytes = 64 * 1024;

/**
 * Returns the bytes of a post's body, at most 64 KiB, with a declared length or chunked.
 * Throws HttpError: 415 for another content type or a compressed body, 413 for a larger body, 400 for an incomplete one.
 */
export async function readBody({ headers, raw }: FastifyRequest): Promise<Uint8Array> {
  const [type, ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charsets = parameters.map((parameter) => parameter.trim()).filter((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charsets.every((charset) => /^charset="?utf-?8"?$/u.test(charset));
  if (type?.trim() !== 'application/x-www-form-urlencoded' || !isUtf8) throw new HttpError(415);
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') throw new HttpError(415);
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) throw new HttpError(413);

  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of raw as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= maxBodyBytes) chunks.push(chunk);
      // Stopping here would close the connection before the client gets its response. That is accepted only far beyond the limit.
      else if (length > maxDiscardedBytes) throw new HttpError(413);
    }
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError(400, { cause: error });
  }
  if (length > maxBodyBytes) throw new HttpError(413);
  return Buffer.concat(chunks, length);
}

/**
 * Returns the fields of a form post. `mayBeEmpty`: the form has only a button, so that a post without a body and a content type is
 * accepted. Throws what readBody() throws.
 */
export async function readForm(request: FastifyRequest, { mayBeEmpty = false } = {}): Promise<URLSearchParams> {
  if (mayBeEmpty && request.headers['content-type'] === undefined) return new URLSearchParams();
  return parseForm(await readBody(request));
}

/** Returns the fields of a body that `readBody` returned. */
export const parseForm = (body: Uint8Array) => new URLSearchParams(Buffer.from(body).toString());

/** Returns the value of the button that was pressed, empty if there is none. Throws HttpError 400 if there are two. */
export function pressedButton(fields: URLSearchParams, name: string): string {
  const values = fields.getAll(name);
  if (values.length > 1) throw new HttpError(400);
  return values[0] ?? '';
}
