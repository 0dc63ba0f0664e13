import type { MailKind } from '../outbox/kinds.ts';

interface Scheduled {
  startsAt: Date;
  cancelled: boolean;
}

/**
 * Returns the mail that everyone who registered for a workshop gets about a change; undefined if there is none, since what is over needs no
 * news.
 */
export function changeMailKind(before: Scheduled, after: Scheduled, now: Date): MailKind | undefined {
  if (after.cancelled) return !before.cancelled && before.startsAt > now ? 'workshop-cancelled' : undefined;
  const moves = before.startsAt.getTime() !== after.startsAt.getTime();
  return (moves || before.cancelled) && after.startsAt > now ? 'workshop-changed' : undefined;
}
