import { endOfWorkshop, startOfWorkshop } from '../content/workshop-schedule.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { minuteMs } from '../durations.ts';

/** What the link to a video call leads to at an instant. */
export type JoinState = 'cancelled' | 'early' | 'open' | 'over';

const opensBeforeMs = 15 * minuteMs;

/** Returns the instant from which founders may join. */
export const joinOpensAt = (workshop: WorkshopContent): Date => new Date(startOfWorkshop(workshop).getTime() - opensBeforeMs);

/** Returns what the link to a workshop's video call leads to: open from 15 minutes before the start up to, not including, its end. */
export function joinStateOf(workshop: WorkshopContent, now: Date): JoinState {
  if (workshop.cancelled) return 'cancelled';
  if (now >= endOfWorkshop(workshop)) return 'over';
  return now < joinOpensAt(workshop) ? 'early' : 'open';
}
