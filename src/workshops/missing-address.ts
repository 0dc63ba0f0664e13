import { phaseOfWorkshop, startOfWorkshop } from '../content/workshop-schedule.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { dayMs } from '../durations.ts';
import type { Workshops } from './repository.ts';

/** From this long before a workshop, the organizer is reminded of the address of its video call. */
const addressNeededMs = 7 * dayMs;

/** Counts the founders who registered for a workshop, and finds the stored address of its call. */
export type AddressStore = Pick<Workshops, 'countRegistered' | 'findMeetingLink'>;

/** Returns the workshops of the next seven days with registered founders who could not open the video call. */
export async function listMissingAddresses(workshops: WorkshopContent[], store: AddressStore, now: Date): Promise<WorkshopContent[]> {
  const missing: WorkshopContent[] = [];
  for (const workshop of workshops) {
    if (!isAddressNeeded(workshop, now) || (await store.countRegistered(workshop.form.id)) === 0) continue;
    if ((await store.findMeetingLink(workshop.slug)) === undefined) missing.push(workshop);
  }
  return missing;
}

/** Returns whether a workshop is underway or begins within seven days, and its file has no address of its own. */
function isAddressNeeded(workshop: WorkshopContent, now: Date): boolean {
  if (workshop.cancelled || workshop.join.url !== undefined || phaseOfWorkshop(workshop, now) === 'over') return false;
  return startOfWorkshop(workshop).getTime() - now.getTime() < addressNeededMs;
}
