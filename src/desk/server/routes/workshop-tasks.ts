import { endOfWorkshop, phaseOfWorkshop } from '../../../content/workshop-schedule.ts';
import type { WorkshopContent } from '../../../content/schemas/workshop.ts';
import { dayMs } from '../../../durations.ts';
import { listMissingAddresses } from '../../../workshops/missing-address.ts';
import type { DeskContext } from '../context.ts';

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

/** Returns what is left to do for the workshops with registered founders: first for past ones, then for those ahead. */
export async function listWorkshopTasks(context: DeskContext, now: Date): Promise<WorkshopTask[]> {
  const { workshops } = context.content();
  return [
    ...(await listWithoutLetter(workshops, context, now)).map(taskOf('letters')),
    ...(await listMissingAddresses(workshops, context.workshops, now)).map(taskOf('address')),
  ];
}

const taskOf =
  (kind: WorkshopTask['kind']) =>
  ({ slug, title, on }: WorkshopContent): WorkshopTask => ({ kind, slug, title, on });

/** Returns the workshops of the last two weeks with founders to write to, of whom none was sent a letter since. */
async function listWithoutLetter(all: WorkshopContent[], { letters }: DeskContext, now: Date): Promise<WorkshopContent[]> {
  const without: WorkshopContent[] = [];
  for (const workshop of all) {
    const { slug } = workshop;
    if (!isLetterExpected(workshop, now) || (await hasSentLetter(letters, slug, now))) continue;
    if (await letters.hasFoundersToWrite(slug, now)) without.push(workshop);
  }
  return without;
}

function isLetterExpected(workshop: WorkshopContent, now: Date): boolean {
  if (workshop.cancelled || phaseOfWorkshop(workshop, now) !== 'over') return false;
  return now.getTime() - endOfWorkshop(workshop).getTime() < lettersExpectedMs;
}

const hasSentLetter = async (letters: DeskContext['letters'], slug: string, now: Date): Promise<boolean> =>
  (await letters.list(now)).some(({ audience, sentAt }) => sentAt !== null && audience.of === 'workshop' && audience.workshop === slug);
