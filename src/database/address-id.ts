import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { stringify } from 'uuid';
import { emailKey } from './normalize.ts';

/** The key for each SECRET that was used: deriving it for every founder of a letter would take five times as long as the ids. */
const keys = new Map<string, KeyObject>();

function keyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  const key = createSecretKey(createHmac('sha256', secret).update('letters to addresses').digest());
  keys.set(secret, key);
  return key;
}

/**
 * Returns an id for an email address that must not be stored itself: a UUID of version 8 (RFC 9562, 5.8) from 122 bits of its keyed hash
 * (HMAC-SHA-256). Only the holder of SECRET can find out the address, and only by trying candidates.
 */
export function addressIdOf(secret: string, email: string): string {
  const bytes = Uint8Array.from(createHmac('sha256', keyOf(secret)).update(emailKey(email)).digest().subarray(0, 16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return stringify(bytes);
}
