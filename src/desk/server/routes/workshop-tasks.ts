import { endOfWorkshop, phaseOfWorkshop, startOfWorkshop } from '../../../content/schedule.ts';
import type { WorkshopContent } from '../../../content/schemas/workshop.ts';
import { dayMs } from '../../../durations.ts';
import type { DeskContext } from '../context.ts';

/** From this long before a workshop, the organizer is reminded of the address of its video call. */
const addressNeededMs = 7 * dayMs;

/** For this long after a workshop, the organizer is reminded of the letters to its founders. */
const lettersExpectedMs = 14 * dayMs;

export interface WorkshopTask {
  /** `address`: founders could not open the video call. `letters`: no founder was sent a letter after the workshop. */
  kind: 'address' | 'letters';
  slug: string;
  title: string;
  /** The day of the workshop, such as 2026-11-21. */
  on: string;
}

/** Returns what is left to do for the workshops with registered founders, in the order of the workshops. */
export async function listWorkshopTasks({ content, workshops, letters }: DeskContext, now: Date): Promise<WorkshopTask[]> {
  const tasks: WorkshopTask[] = [];
  for (const workshop of content().workshops.toSorted((a, b) => startOfWorkshop(a).getTime() - startOfWorkshop(b).getTime())) {
    const kind = kindOfTask(workshop, now);
    const { slug, title, on, form } = workshop;
    const isLeft = {
      address: async () => (await workshops.countRegistered(form.id)) > 0 && !(await workshops.findMeetingLink(slug)),
      letters: async () => !(await hasSentLetter(letters, slug, now)) && letters.hasFoundersToWrite(slug, now),
    };
    if (kind && (await isLeft[kind]())) tasks.push({ kind, slug, title, on });
  }
  return tasks;
}

/** Returns what a workshop with registered founders needs at an instant. */
function kindOfTask(workshop: WorkshopContent, now: Date): WorkshopTask['kind'] | undefined {
  if (workshop.cancelled) return undefined;
  if (phaseOfWorkshop(workshop, now) === 'over')
    return now.getTime() - endOfWorkshop(workshop).getTime() < lettersExpectedMs ? 'letters' : undefined;
  const isSoon = startOfWorkshop(workshop).getTime() - now.getTime() < addressNeededMs;
  return isSoon && workshop.join.url === undefined ? 'address' : undefined;
}

const hasSentLetter = async (letters: DeskContext['letters'], slug: string, now: Date): Promise<boolean> =>
  (await letters.list(now)).some(({ audience, sentAt }) => sentAt !== null && audience.of === 'workshop' && audience.workshop === slug);
