import type { Pages } from '../http/pages.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { ReceiveParts } from '../submissions/receive.ts';
import type { InvitationSettings } from './repository/seats.ts';
import type { Waitlist } from './repository.ts';

/**
 * What the routes of the retreats are made from, and what storing a post is made from: a correction supersedes the earlier answers, and a
 * founder who moves along sends the same answers for a later retreat.
 */
export interface RetreatRouteParts extends Omit<ReceiveParts, 'listClosedRetreats' | 'countPost' | 'proofs'> {
  waitlist: Waitlist;
  invitationSettings: InvitationSettings;
  /** Throws StoreUnavailable when the store cannot be written. */
  assertWritable: () => Promise<void>;
  countLostLink: RateLimit;
  /** Counts the corrections and the saved house facts of one entry together. */
  countSave: RateLimit;
  pages: Pages;
}
