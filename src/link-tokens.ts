import { hash, createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';

/** What a token in a link opens. */
type TokenPurpose = 'confirm' | 'invitation';

/**
 * The token of a link: 256 bits that only the holder of SECRET can compute (HMAC-SHA-256, RFC 2104), the same each time.
 * So an email can be built again after a failure, and the token itself is stored nowhere. `id` names what the link is about.
 */
export function tokenFor(secret: string, purpose: TokenPurpose, id: string): string {
  return createHmac('sha256', secret).update(`token ${purpose} ${id}`).digest('base64url');
}

/** What the store has instead of a token. */
export function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** What a link of an email opens for as long as its submission is kept; `letters` carries the id of an address and works forever. */
type LinkPurpose = 'status' | 'unsubscribe' | 'prefill' | 'calendar' | 'join' | 'feedback' | 'letters';

/** A link's token that carries the id of its submission, signed with 128 bits (HMAC-SHA-256, cut as RFC 2104, 5 allows). */
export function signedId(secret: string, purpose: LinkPurpose, id: string): string {
  return Buffer.concat([parse(id), signatureOf(secret, purpose, id)]).toString('base64url');
}

/** The id that a token carries; undefined if we did not sign it. */
export function readSignedId(secret: string, purpose: LinkPurpose, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 32 || bytes.toString('base64url') !== token) return undefined;
  const id = uuidOf(bytes.subarray(0, 16));
  return id !== undefined && timingSafeEqual(bytes.subarray(16), signatureOf(secret, purpose, id)) ? id : undefined;
}

/** Returns undefined for bytes that no UUID has (RFC 9562, 4): a forged token can carry any. */
function uuidOf(bytes: Buffer): string | undefined {
  try {
    return stringify(bytes);
  } catch {
    return undefined;
  }
}

function signatureOf(secret: string, purpose: LinkPurpose, id: string): Buffer {
  return createHmac('sha256', secret).update(`link ${purpose} ${id}`).digest().subarray(0, 16);
}
