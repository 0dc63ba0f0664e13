import { z } from 'zod';
import { dayMs, hourMs, minuteMs, wrongClockMs } from '../durations.ts';
import type { Role } from '../database/organizer-tables.ts';
import { Refused } from '../refused.ts';

export const roles = ['organizer', 'reader'] as const satisfies Role[];

/** An invitation, a passkey or a revocation that is not possible, in words for the organizer. */
export class AccessRefused extends Refused {
  override name = 'AccessRefused';
}

/** How long a link with which an organizer registers a passkey is valid. */
export const passkeyInvitationLifetimeMs = dayMs;

/** A session ends after this time without a request that somebody caused. */
const sessionIdleMs = 12 * hourMs;

/** A session ends after this time even if it is in use. */
export const sessionLifetimeMs = 7 * dayMs;

/** How long an organizer has for the browser's own dialog. */
export const passkeyChallengeLifetimeMs = 5 * minuteMs;

/** A request is recorded in its session only if the last record is older than this, so that reading costs no write. */
export const seenIntervalMs = minuteMs;

/**
 * The key that identifies a name: two organizers must not have names that look the same in the history. Characters that are not shown, such
 * as a zero-width space, make no difference.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .trim()
    .replaceAll(/\s+/gu, ' ')
    .toLowerCase();

/** Returns a function that returns whether an organizer or an invitation has a name. */
export const hasName = (name: string) => (row: { name: string }) => nameKey(row.name) === nameKey(name);

/**
 * The earliest and latest instants, ISO 8601, at which an open session can have been created, and the earliest at which it can have been
 * last seen. A later creation is from a clock that was ahead: without this limit, the session would be open for as long as that, and a week.
 */
export const sessionLimits = (now: Date) => ({
  createdAfter: new Date(now.getTime() - sessionLifetimeMs).toISOString(),
  createdUntil: new Date(now.getTime() + wrongClockMs).toISOString(),
  seenAfter: new Date(now.getTime() - sessionIdleMs).toISOString(),
});

/** The earliest and latest instants, ISO 8601, at which an open invitation can end. A later end is from a clock that was ahead. */
export const invitationLimits = (now: Date) => ({
  endsAfter: now.toISOString(),
  endsUntil: new Date(now.getTime() + passkeyInvitationLifetimeMs + wrongClockMs).toISOString(),
});

export const organizerName = z
  .string('Enter a name')
  .trim()
  .max(80, 'Enter a name of at most 80 characters')
  .refine((name) => nameKey(name) !== '', 'Enter a name')
  .refine((name) => !/[\p{Cc}\p{Bidi_Control}]/u.test(name), 'Enter a name without invisible control characters');

/** The token is in the fragment, which browsers send to no server: no log, proxy or mail scanner sees or uses it. */
export const registrationLink = (deskOrigin: string, token: string): string => `${deskOrigin}/register#${token}`;
