import type { Content } from '../content/content.ts';
import { findDueReminder } from '../content/due-reminder.ts';
import { isRetreatOver, startOfRetreat } from '../content/retreat-schedule.ts';
import { dayMs } from '../durations.ts';
import { houseRetentionDays } from './house-facts.ts';
import { retreatsKeptFor } from './kept-retreats.ts';
import type { Waitlist } from './repository.ts';
import type { InvitationSettings } from './repository/seats.ts';

/** Moves the founders who joined between two retreats to the waitlist of the next retreat, once the content has one. */
export async function assignWaiting(
  waitlist: Pick<Waitlist, 'assignToRetreat'>,
  { retreats }: Pick<Content, 'retreats'>,
  now: Date,
): Promise<void> {
  const next = retreats.find((retreat) => !isRetreatOver(retreat, now));
  if (next) await waitlist.assignToRetreat(next.slug);
}

/**
 * Ends expired invitations, and enqueues reminders of invitations that expire soon. Returns whether an invitation lapsed, a freed seat was
 * offered, or a reminder was enqueued.
 */
export async function lapseInvitations(
  waitlist: Pick<Waitlist, 'lapse' | 'remindInvited'>,
  settings: InvitationSettings,
  now: Date,
): Promise<boolean> {
  const lapsed = await waitlist.lapse(settings, now);
  const reminded = await waitlist.remindInvited(now);
  return lapsed + reminded > 0;
}

/**
 * Reminds founders with a seat to enter house facts, once for each of the days in `houseReminders`. If several reminders are late, as after
 * a stop, only the last one is sent. Returns whether a reminder was enqueued.
 */
export async function remindOfHouseFacts(
  waitlist: Pick<Waitlist, 'remindOfHouseFacts'>,
  { retreats }: Pick<Content, 'retreats'>,
  now: Date,
): Promise<boolean> {
  let enqueued = 0;
  for (const retreat of retreats) {
    const start = startOfRetreat(retreat);
    const days = findDueReminder(retreat.facts.houseReminders, dayMs, start, now);
    if (days === undefined) continue;
    const reminder = { key: `${start.toISOString()} ${days}`, acceptedBefore: new Date(start.getTime() - days * dayMs) };
    enqueued += await waitlist.remindOfHouseFacts(retreat.slug, reminder, now);
  }
  return enqueued > 0;
}

export interface HouseFactsStore {
  waitlist: Pick<Waitlist, 'eraseHouseFacts'>;
  database: { purgeHouseFacts: () => Promise<void> };
}

/**
 * Erases house facts 30 days after the last day of their retreat, or, for a retreat whose page ignores its end, 30 days after their last
 * change. Returns the number of founders.
 */
export async function eraseHouseFacts(
  { waitlist, database }: HouseFactsStore,
  content: Pick<Content, 'retreats' | 'undated'>,
  now: Date,
): Promise<number> {
  const keptRetreats = retreatsKeptFor(houseRetentionDays, content, now);
  const erased = await waitlist.eraseHouseFacts(keptRetreats, new Date(now.getTime() - houseRetentionDays * dayMs));
  // This also purges facts that were deleted since the last run, when founders gave their seats back.
  await database.purgeHouseFacts();
  return erased;
}
