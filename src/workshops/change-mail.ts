import { minuteMs } from '../durations.ts';
import type { MailKind } from '../outbox/kinds.ts';

/** The emails about a change to everyone who registered. */
export type ChangeMailKind = Extract<MailKind, 'workshop-changed' | 'workshop-cancelled'>;

interface Scheduled {
  startsAt: Date;
  minutes: number;
  cancelled: boolean;
}

/**
 * Returns the email that everyone who registered for a workshop gets about a change; undefined if there is none, since what is over needs
 * no news. A workshop can be cancelled after its start, while founders wait for it to begin.
 */
export function changeMailKind(before: Scheduled, after: Scheduled, now: Date): ChangeMailKind | undefined {
  const isOver = before.startsAt.getTime() + before.minutes * minuteMs <= now.getTime();
  if (after.cancelled) return before.cancelled || isOver ? undefined : 'workshop-cancelled';
  const moves = before.startsAt.getTime() !== after.startsAt.getTime();
  return (moves || before.cancelled) && after.startsAt > now ? 'workshop-changed' : undefined;
}
