import type { Content } from '../content/content.ts';
import type { Pages } from '../http/pages.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { PlanDeliveries } from '../submissions/plan-deliveries.ts';
import type { Submissions } from '../submissions/repository.ts';
import type { InvitationSettings } from './repository/seats.ts';
import type { Waitlist } from './repository.ts';

/** What the routes of the retreats are made from. */
export interface RetreatRouteParts {
  siteUrl: string;
  content: Content;
  secret: string;
  waitlist: Waitlist;
  /** Stores a correction, which supersedes the earlier answers, and the same answers for a later retreat. */
  submissions: Pick<Submissions, 'record'>;
  planDeliveries: PlanDeliveries;
  invitationSettings: InvitationSettings;
  /** Throws StoreUnavailable when the store cannot be written. */
  assertWritable: () => Promise<void>;
  /** Counts the links that one client requests. */
  lostLinkRate: RateLimit;
  /** Counts the corrections and the saved house facts of one entry together. */
  saveRate: RateLimit;
  pages: Pages;
  /** Called when deliveries may have been stored. */
  onStored: () => void;
  now: () => Date;
  /** Called with the reason why something could not be saved, and nothing that a founder typed. */
  report: (error: unknown, reference: string) => void;
}
