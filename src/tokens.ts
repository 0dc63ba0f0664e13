import { createHash, createHmac } from 'node:crypto';

/** What a token in a link opens. */
export type TokenPurpose = 'confirm';

/**
 * The token of a link: 256 bits that only the holder of SECRET can make (HMAC-SHA-256, RFC 2104), the same each time it is asked for.
 * So a mail can be made again after a failure, and the clear token is kept nowhere. `id` names what the link is about.
 */
export function tokenFor(secret: string, purpose: TokenPurpose, id: string): string {
  return createHmac('sha256', secret).update(`token ${purpose} ${id}`).digest('base64url');
}

/** What the store keeps of a token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
