import { reminderBefore } from './rules.ts';
import type { JobParts } from '../app/scheduler.ts';

/** Ends invitations whose time is over, and reminds of those that end soon. Answers whether there were any. */
export async function endInvitations({ store, rules, now }: Pick<JobParts, 'store' | 'rules' | 'now'>): Promise<boolean> {
  const lapsed = await store.waitlist.lapse(rules, now());
  const reminded = await store.waitlist.remindInvited(new Date(now().getTime() + reminderBefore), now());
  return lapsed + reminded > 0;
}
