import { TransactionRejected } from '../database/unavailable.ts';

/** An invitation, a passkey or a revocation that is not possible, in words for the organizer. */
export class AccessRefused extends TransactionRejected {
  override name = 'AccessRefused';
}
