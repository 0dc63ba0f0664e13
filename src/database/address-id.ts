import { createHmac } from 'node:crypto';
import { stringify } from 'uuid';
import { emailKey } from './normalize.ts';

/**
 * Returns an id for an email address that must not be stored itself: a UUID of version 8 (RFC 9562, 5.8) from 122 bits of its keyed hash
 * (HMAC-SHA-256). Only the holder of SECRET can find out the address, and only by trying candidates.
 */
export function addressIdOf(secret: string, email: string): string {
  const key = createHmac('sha256', secret).update('letters to addresses').digest();
  const bytes = Uint8Array.from(createHmac('sha256', key).update(emailKey(email)).digest().subarray(0, 16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return stringify(bytes);
}
