import type { Content } from './content.ts';
import { capitalize, formatDay, pluralize, retreatZone } from './format.ts';
import { lastDayOfRetreat } from './retreat-schedule.ts';
import { endOfWorkshop, phaseOfWorkshop, workshopsTakingPlace } from './workshop-schedule.ts';
import { dayAt, daysBetween } from './zoned-time.ts';

/** An ending is stated from this many days before it on, and on every day after it. */
const statedDaysAhead = 60;

/** On these days before an ending the organizer gets the daily digest even if nobody signed up. */
const remindedDaysAhead = new Set([statedDaysAhead, 14, 0]);

/** The last retreat or workshop in the content ends soon, or has ended: nothing is announced after it. */
interface Ending {
  slug: string;
  message: string;
  /** What the desk says instead, which has no commands and no fields of files. The next one is added under Pages. */
  inDesk: string;
}

/** Stands after what a page does once it is over, and names the field of the file, which the desk's text leaves out. */
const keepNote = ' (afterwards: keep)';

/** Returns the ending of the last retreat, regardless of its `afterwards`; undefined while it is more than 60 days ahead. */
export function retreatEnding({ retreats, undated }: Pick<Content, 'retreats' | 'undated'>, now: Date): Ending | undefined {
  const last = retreats.at(-1)!;
  const { season, afterwards } = last.facts;
  const page = afterwards === 'keep' ? `its page still invites people to it${keepNote}` : 'its page takes sign-ups for the next one';
  const when = describeEnd(lastDayOfRetreat(last), dayAt(now, retreatZone), page);
  if (when === undefined) return undefined;
  return endingOf(last.slug, `the ${season} retreat ${when}`, { undated, folder: 'retreats', command: 'season' });
}

/** Returns the ending of the last workshop; undefined while it is more than 60 days ahead. If all were cancelled, says so on every day. */
export function workshopEnding({ workshops, undated }: Pick<Content, 'workshops' | 'undated'>, now: Date): Ending | undefined {
  const last = workshopsTakingPlace(workshops).at(-1)!;
  const { slug, title, on, zone, afterwards, cancelled } = last;
  const page = afterwards === 'keep' ? `its page stays as it was${keepNote}` : 'its page takes sign-ups for the next one';
  const when = cancelled
    ? `of ${formatDay(on)} was cancelled, and nothing is announced after it`
    : describeEnd(dayAt(endOfWorkshop(last), zone), dayAt(now, zone), page, phaseOfWorkshop(last, now) === 'over');
  if (when === undefined) return undefined;
  return endingOf(slug, `the workshop “${title}” ${when}`, { undated, folder: 'speaker-series', command: 'workshop' });
}

interface Series {
  undated: Content['undated'];
  folder: string;
  command: string;
}

function endingOf(slug: string, ending: string, { undated, folder, command }: Series): Ending {
  const next = undated.find(({ path }) => path.startsWith(`content/${folder}/`));
  const task = next ? 'fill in the dates of the next one' : 'add the next one';
  return {
    slug,
    message: `${ending}; ${next ? `${task}, ${next.path}` : `begin the next one: bin/organizer ${command} new SLUG --from ${slug}`}`,
    inDesk: `${ending.replace(keepNote, '')}; ${task}`,
  };
}

/** Returns every ending that is to be stated, as a sentence for the organizer. `wordsOf` returns the words of one. */
export const endings = (
  content: Pick<Content, 'retreats' | 'workshops' | 'undated'>,
  now: Date,
  wordsOf: (ending: Ending) => string,
): string[] =>
  [retreatEnding(content, now), workshopEnding(content, now)].flatMap((ending) => (ending ? `${capitalize(wordsOf(ending))}.` : []));

/** Returns whether an ending is 60, 14 or 0 days ahead on the day of an instant. */
export function isEndingDue({ retreats, workshops }: Pick<Content, 'retreats' | 'workshops'>, now: Date): boolean {
  const retreat = retreats.at(-1)!;
  const workshop = workshopsTakingPlace(workshops).at(-1)!;
  return [
    daysBetween(dayAt(now, retreatZone), lastDayOfRetreat(retreat)),
    daysBetween(dayAt(now, workshop.zone), dayAt(endOfWorkshop(workshop), workshop.zone)),
  ].some((daysLeft) => remindedDaysAhead.has(daysLeft));
}

/**
 * Returns when something ends or ended, and what its page then does, in words that follow its name; undefined while the end is more than
 * 60 days ahead. `isOverToday`: what ends today has an hour at which it ends, and that hour has passed.
 */
function describeEnd(lastDay: string, today: string, page: string, isOverToday = false): string | undefined {
  const daysLeft = daysBetween(today, lastDay);
  if (daysLeft > statedDaysAhead) return undefined;
  const day = formatDay(lastDay);
  if (daysLeft > 0) return `ends in ${pluralize(daysLeft, 'day')}, on ${day}, and nothing is announced after it`;
  if (daysLeft === 0) return isOverToday ? `ended today, and ${page}` : 'ends today, and nothing is announced after it';
  return `ended on ${day}, ${pluralize(-daysLeft, 'day')} ago, and ${page}`;
}
