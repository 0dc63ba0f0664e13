import { maxBodyBytes } from './limits.ts';
import { Refusal } from './refusal.ts';

/**
 * A post's body as bytes, at most 64 KiB of them, whether the length was declared or came in chunks.
 * Throws a Refusal: 415 for another content type, 413 for a larger body, 400 for one that breaks off.
 */
export async function readBody(request: Request): Promise<Uint8Array> {
  const type = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  const charset = type.slice(1).find((parameter) => parameter.trim().startsWith('charset='));
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/u.test(charset.trim());
  if (type[0]?.trim() !== 'application/x-www-form-urlencoded' || !utf8) throw new Refusal(415);
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw new Refusal(413);

  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > maxBodyBytes) throw new Refusal(413);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(400, { cause: error });
  }
  return Buffer.concat(chunks, length);
}
