import type { Content } from '../content/content.ts';
import { pluralize, retreatName } from '../content/format.ts';
import { hasEndedOrClosed, type ClosedRetreats } from '../content/retreat-schedule.ts';
import { endOfWorkshop, startOfWorkshop } from '../content/workshop-schedule.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import type { EntryState } from '../database/schema.ts';
import { Refused } from '../refused.ts';
import { totalEntries } from '../retreats/repository/entries.ts';
import { changeMailKind } from '../workshops/change-mail.ts';

/** Counts who signed up for workshops and retreats. */
export interface SignUpCounts {
  /** Returns how many people are registered with a form. */
  countRegistered: (formId: string) => Promise<number>;
  /** Returns how many founders are in each state on the waitlist of a retreat. */
  countByState: (retreat: string) => Promise<Record<EntryState, number>>;
  listClosedRetreats: () => Promise<ClosedRetreats>;
}

/** The content before and after a publish, and the counts of what it concerns. */
interface ContentChange extends SignUpCounts {
  before: Content;
  after: Content;
}

/** How many people signed up for what a publish moves. */
export interface AffectedCounts {
  /** Those who get an email because their workshop moves, is cancelled or takes place after all. */
  mailed: number;
  /** Founders with a seat or an open invitation whose check-in or check-out moves. No email tells them. */
  notMailed: number;
}

/** Returns how many people a publish concerns. */
export async function countAffected(change: ContentChange, now: Date): Promise<AffectedCounts> {
  const { before, after, countRegistered, countByState, listClosedRetreats } = change;
  let mailed = 0;
  for (const workshop of after.workshops) {
    const old = before.workshops.find(({ slug }) => slug === workshop.slug);
    if (old && changeMailKind(scheduleOf(old), scheduleOf(workshop), now)) mailed += await countRegistered(workshop.form.id);
  }
  const closed = await listClosedRetreats();
  let notMailed = 0;
  for (const retreat of after.retreats) {
    const old = before.retreats.find(({ slug }) => slug === retreat.slug);
    if (!old || stayOf(old) === stayOf(retreat) || hasEndedOrClosed(old, now, closed)) continue;
    const { invited, accepted } = await countByState(retreat.slug);
    notMailed += invited + accepted;
  }
  return { mailed, notMailed };
}

/** Returns the same text for two retreats with the same check-in and check-out. */
const stayOf = ({ nextSteps: { checkIn, checkOut } }: RetreatContent) => [checkIn.on, checkIn.at, checkOut.on, checkOut.at].join();

const scheduleOf = (workshop: WorkshopContent) => ({
  startsAt: startOfWorkshop(workshop),
  minutes: workshop.minutes,
  cancelled: workshop.cancelled,
});

/**
 * Throws Refused if a workshop would lose the founders who are registered for it, because its form id, by which every link, email and
 * list finds them, would be gone; or if a retreat would lose the founders on its waitlist.
 */
export async function assertSignUpsKept({ before, after, countRegistered, countByState }: ContentChange, now: Date): Promise<void> {
  const formIds = new Set(after.workshops.map(({ form }) => form.id));
  for (const workshop of before.workshops) {
    const { slug, title, form } = workshop;
    if (formIds.has(form.id)) continue;
    const registered = await countRegistered(form.id);
    if (registered === 0) continue;
    const founders = `${pluralize(registered, 'founder is', 'founders are')} registered for “${title}”`;
    if (after.workshops.some((each) => each.slug === slug))
      throw new Refused(`${founders} with the form id ${form.id}. With another one, ${loss}. Keep this form id.`);
    const alternative = now < endOfWorkshop(workshop) ? ', and switch on “cancelled” to call the workshop off instead' : '';
    throw new Refused(`${founders}. Without the workshop or its day, ${loss}. Keep both${alternative}.`);
  }
  for (const { slug, facts } of before.retreats) {
    if (after.retreats.some((retreat) => retreat.slug === slug)) continue;
    const entries = totalEntries(await countByState(slug));
    if (entries > 0)
      throw new Refused(
        `${pluralize(entries, 'founder is', 'founders are')} on the waitlist of “${retreatName(facts)}”. Without the retreat or its dates, ${loss}. Keep both.`,
      );
  }
}

const loss = 'their links would stop working, and they would get no more emails';
