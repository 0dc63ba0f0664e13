import { maxDiscardedBytes } from './discard-body.ts';
import type { Post } from './post.ts';
import { HttpError } from './http-error.ts';

/** The most that a post may hold. */
export const maxBodyBytes = 64 * 1024;

/**
 * Returns a post's body as bytes, at most 64 KiB of them, whether the length was declared or came in chunks.
 * Throws HttpError: 415 for another content type or a compressed body, 413 for a larger body, 400 for one that breaks off.
 */
export async function readBody({ contentType = '', contentEncoding = 'identity', contentLength = '0', body }: Post): Promise<Uint8Array> {
  const [type, ...parameters] = contentType.toLowerCase().split(';');
  const charsets = parameters.map((parameter) => parameter.trim()).filter((parameter) => parameter.startsWith('charset='));
  const utf8 = charsets.every((charset) => /^charset="?utf-?8"?$/u.test(charset));
  if (type?.trim() !== 'application/x-www-form-urlencoded' || !utf8) throw new HttpError(415);
  if (contentEncoding.toLowerCase() !== 'identity') throw new HttpError(415);
  if (Number(contentLength) > maxBodyBytes) throw new HttpError(413);

  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length <= maxBodyBytes) chunks.push(chunk);
      // To stop here would hang up on the client before it has its answer; far beyond, that is what happens.
      else if (length > maxDiscardedBytes) throw new HttpError(413);
    }
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError(400, { cause: error });
  }
  if (length > maxBodyBytes) throw new HttpError(413);
  return Buffer.concat(chunks, length);
}
