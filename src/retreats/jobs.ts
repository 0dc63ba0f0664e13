import type { Content } from '../content/content.ts';
import { isRetreatOver } from '../content/schedule.ts';
import type { Waitlist } from './repository.ts';
import type { SeatRules } from './repository/seats.ts';
import { reminderBeforeMs } from './rules.ts';

/** Gives everyone who joined between two retreats a place on the waitlist of the next one, once content has it. */
export async function assignWaiting(
  waitlist: Pick<Waitlist, 'assignToRetreat'>,
  { retreats }: Pick<Content, 'retreats'>,
  now: Date,
): Promise<void> {
  const next = retreats.find((retreat) => !isRetreatOver(retreat, now));
  if (next) await waitlist.assignToRetreat(next.slug);
}

/** Ends expired invitations, and reminds of those that expire soon. Returns whether there were any. */
export async function lapseInvitations(waitlist: Pick<Waitlist, 'lapse' | 'remindInvited'>, rules: SeatRules, now: Date): Promise<boolean> {
  const lapsed = await waitlist.lapse(rules, now);
  const reminded = await waitlist.remindInvited(new Date(now.getTime() + reminderBeforeMs), now);
  return lapsed + reminded > 0;
}
