import type { Waitlist } from './repository.ts';
import type { SeatRules } from './repository/seats.ts';
import { reminderBeforeMs } from './rules.ts';

/** Ends expired invitations, and reminds of those that expire soon. Returns whether there were any. */
export async function lapseInvitations(waitlist: Pick<Waitlist, 'lapse' | 'remindInvited'>, rules: SeatRules, now: Date): Promise<boolean> {
  const lapsed = await waitlist.lapse(rules, now);
  const reminded = await waitlist.remindInvited(new Date(now.getTime() + reminderBeforeMs), now);
  return lapsed + reminded > 0;
}
