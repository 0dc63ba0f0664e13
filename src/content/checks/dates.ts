import { retreatEnding, workshopEnding } from '../endings.ts';
import { formatDay, retreatZone } from '../format.ts';
import { dayAt, daysBetween } from '../zoned-time.ts';
import { retreatParts, type RetreatContent, type RetreatPart } from '../schemas/retreat.ts';
import { retreatFile, valuesIn, workshopFile, type ContentCheck } from './fields.ts';

/** Today's day where the retreat takes place, as year-month-day. */
const today = (now: Date) => dayAt(now, retreatZone);

/** Returns a problem whose message names days as the files do, for example 2025-07-11. The desk names them in words. */
const problemIn = (
  retreat: RetreatContent,
  part: RetreatPart,
  field: string,
  messageWith: (nameOf: (day: string) => string) => string,
) => ({
  file: retreatFile(retreat, part),
  field,
  message: messageWith((day) => day),
  inDesk: messageWith((day) => formatDay(day)),
});

/** A footer whose year is in the past. */
export const footerYearOver: ContentCheck = ({ site }, { now }) => {
  const year = Number(today(now).slice(0, 4));
  const message = `the footer says ${site.footerYear}, but the year is ${year}`;
  return site.footerYear < year ? [{ file: 'content/site.yaml', field: 'footerYear', message }] : [];
};

/** A text of a new retreat that still names the season of another one. A file that an editor has read may name earlier seasons. */
export const copiedSeason: ContentCheck = ({ retreats }) => {
  const seasons = retreats.map(({ facts }) => facts.season);
  return retreats.flatMap((retreat) => {
    const { season } = retreat.facts;
    const others = seasons.filter((other) => other !== season);
    const unread = retreatParts.filter((part) => retreat[part].sample === true);
    return unread.flatMap((part) =>
      valuesIn(retreatFile(retreat, part), retreat[part]).flatMap(({ file, field, value }) => {
        const named = typeof value === 'string' && others.find((other) => value.includes(other));
        return named ? [{ file, field, message: `it still says ${named}, but this retreat is ${season}` }] : [];
      }),
    );
  });
};

/** A letter with a date in the future. */
export const letterDate: ContentCheck = ({ retreats }, { now }) =>
  retreats.flatMap((retreat) => {
    const { date } = retreat.letter;
    if (date <= today(now)) return [];
    return [problemIn(retreat, 'letter', 'date', (nameOf) => `the letter is dated ${nameOf(date)}, which is in the future`)];
  });

/** Says which pages show a day outside the season. */
function shownWhere({ visible, confirmed }: RetreatContent['nextSteps']): string {
  if (visible) return 'the page shows it';
  if (!confirmed) return 'the page and every invitation leave it out';
  return 'the page hides it, but every invitation shows it, because it is confirmed; correct it, or switch “confirmed” off';
}

/** Check-in or check-out outside the season. Invitations may show these days while the page hides them. */
export const stayOutsideSeason: ContentCheck = ({ retreats }) => retreats.flatMap(stayOutsideSeasonOf);

/** Returns the findings about the days of check-in and check-out of one retreat. */
export const stayFindings = (retreat: RetreatContent) => [...stayOutsideSeasonOf(retreat), ...stayLengthOf(retreat)];

function stayOutsideSeasonOf(retreat: RetreatContent) {
  const { nextSteps } = retreat;
  const { season, earliest, latest } = retreat.facts;
  return (['checkIn', 'checkOut'] as const).flatMap((step) => {
    const { on } = nextSteps[step];
    if (on >= earliest && on <= latest) return [];
    const messageWith = (nameOf: (day: string) => string) =>
      `${nameOf(on)} is outside the retreat, ${season} (${nameOf(earliest)} to ${nameOf(latest)}); ${shownWhere(nextSteps)}`;
    return [problemIn(retreat, 'nextSteps', `${step}.on`, messageWith)];
  });
}

/** Check-out before check-in, or another number of nights than the retreat has. */
export const stayLength: ContentCheck = ({ retreats }) => retreats.flatMap(stayLengthOf);

function stayLengthOf(retreat: RetreatContent) {
  const { checkIn, checkOut } = retreat.nextSteps;
  const atCheckOut = (message: string) => [problemIn(retreat, 'nextSteps', 'checkOut.on', () => message)];
  if (`${checkOut.on}T${checkOut.at}` <= `${checkIn.on}T${checkIn.at}`) return atCheckOut('check-out comes before check-in');
  const nights = daysBetween(checkIn.on, checkOut.on);
  if (nights === retreat.facts.nights) return [];
  return atCheckOut(`from check-in to check-out there are ${nights} nights, but the retreat has ${retreat.facts.nights}`);
}

/** The last retreat is over, or is within 60 days. */
export const lastRetreatEnds: ContentCheck = (content, { now }) => {
  const ending = retreatEnding(content, now);
  return ending ? [{ message: ending.message, inDesk: ending.inDesk, file: retreatFile(ending, 'facts'), field: 'latest' }] : [];
};

/** The last workshop is over, or is within 60 days. */
export const lastWorkshopEnds: ContentCheck = (content, { now }) => {
  const ending = workshopEnding(content, now);
  return ending ? [{ message: ending.message, inDesk: ending.inDesk, file: workshopFile(ending), field: 'on' }] : [];
};

/** A retreat or a workshop that no page shows yet, because its dates are not all filled in. */
export const unfinishedDates: ContentCheck = ({ undated }) => undated.flatMap(({ problems }) => problems);
