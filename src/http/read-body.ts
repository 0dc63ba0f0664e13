import { maxBodyBytes, maxDrainedBytes } from '../submissions/limits.ts';
import type { Post } from './post.ts';
import { Refusal } from './refusal.ts';

/**
 * A post's body as bytes, at most 64 KiB of them, whether the length was declared or came in chunks.
 * Throws a Refusal: 415 for another content type or a compressed body, 413 for a larger body, 400 for one that breaks off.
 */
export async function readBody({ contentType = '', contentEncoding = 'identity', contentLength = '0', body }: Post): Promise<Uint8Array> {
  const [type, ...parameters] = contentType.toLowerCase().split(';');
  const charsets = parameters.map((parameter) => parameter.trim()).filter((parameter) => parameter.startsWith('charset='));
  const utf8 = charsets.every((charset) => /^charset="?utf-?8"?$/u.test(charset));
  if (type?.trim() !== 'application/x-www-form-urlencoded' || !utf8) throw new Refusal(415);
  if (contentEncoding.toLowerCase() !== 'identity') throw new Refusal(415);
  if (Number(contentLength) > maxBodyBytes) throw new Refusal(413);

  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length <= maxBodyBytes) chunks.push(chunk);
      // To stop here would hang up on the sender before she has her answer; far beyond, that is what happens.
      else if (length > maxDrainedBytes) throw new Refusal(413);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(400, { cause: error });
  }
  if (length > maxBodyBytes) throw new Refusal(413);
  return Buffer.concat(chunks, length);
}
