import type { FileProblem } from '../content.ts';
import { formatDay, formatShortTime, formatTime, formatWeekdayAndDay } from '../format.ts';
import type { RetreatContent } from '../schemas/retreat.ts';
import type { WorkshopContent } from '../schemas/workshop.ts';
import { allTexts, retreatFile, workshopFile, type ContentCheck } from './fields.ts';

const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:[a-z]*day|[a-z]{0,2}(?=[.,]))';
const month =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t|tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
const partsOfDate = new RegExp(
  `\\b(?:${weekday}|${month}|\\d{1,2}(?:st|nd|rd|th)|(?<=${month}\\.? )\\d{1,2}|\\d{1,2}(?= ${month})|20\\d\\d)\\b`,
  'gu',
);

const statedIn = (text: string, parts: RegExp) => [...text.replace(/\s+/gu, ' ').matchAll(parts)].map(([part]) => part);

/** Returns what a text wrongly says about a date: another weekday, month, day, ordinal or year. */
function dateContradiction(text: string, on: string): string | undefined {
  const date = `${formatWeekdayAndDay(on)}, ${on.slice(0, 4)}`;
  const facts = [...date.split(/,? /u), String(Number(on.slice(8)))];
  const isTrue = (part: string) => facts.some((fact) => fact === part || (/^[A-Z]/u.test(part) && fact.startsWith(part.slice(0, 3))));
  const wrong = statedIn(text, partsOfDate).filter((part) => !isTrue(part));
  return wrong.length > 0 ? `it says ${wrong.join(', ')}, but the date is ${date}` : undefined;
}

/** Returns what a text wrongly says about a time of day. */
function timeContradiction(text: string, at: string): string | undefined {
  const facts = new Set([formatTime(at), formatShortTime(at)].map((fact) => fact.replace(' ', '')));
  const wrong = statedIn(text, /\b\d{1,2}(?::\d{2})? ?[ap]\.?m\b/giu).find(
    (part) => !facts.has(part.toLowerCase().replaceAll(/[ .]/gu, '')),
  );
  return wrong && `it says ${wrong}, but the time is ${at}`;
}

/** Returns what a text wrongly says about a length, such as "1 hour" or "an hour and 30 minutes". */
function lengthContradiction(text: string, minutes: number): string | undefined {
  let total = 0;
  for (const [, count = '', unit = ''] of text.matchAll(/\b([\d.]+|[a-z]+)[\s-](hour|minute)s?\b/giu))
    total += (/^an?$/iu.test(count) ? 1 : Number(count)) * (unit.toLowerCase() === 'hour' ? 60 : 1);
  return total > 0 && total !== minutes ? `it says ${text}, but minutes is ${minutes}` : undefined;
}

const findings = (file: string, field: string, ...messages: (string | undefined)[]): FileProblem[] =>
  messages.flatMap((message) => (message ? { file, field, message } : []));

/** A text that overrides what follows from a date, and that date. */
interface DateText {
  file: string;
  field: string;
  text: string;
  on: string;
}

/** Returns the texts of a workshop that state its date. */
function dateTextsOfWorkshop(workshop: WorkshopContent): DateText[] {
  const { dateText, form, on } = workshop;
  const file = workshopFile(workshop);
  return [
    { file, field: 'dateText', text: dateText, on },
    { file, field: 'form.name', text: form.name, on },
  ];
}

/** Returns the texts of a retreat that state the letter's date, and the days of check-in and check-out. */
function dateTextsOfRetreat(retreat: RetreatContent): DateText[] {
  const { letter, nextSteps } = retreat;
  const file = retreatFile(retreat, 'nextSteps');
  return [
    { file: retreatFile(retreat, 'letter'), field: 'updatedText', text: letter.updatedText, on: letter.date },
    { file, field: 'checkIn.text', text: nextSteps.checkIn.text, on: nextSteps.checkIn.on },
    { file, field: 'checkOut.text', text: nextSteps.checkOut.text, on: nextSteps.checkOut.on },
  ];
}

const dateFindings = (texts: DateText[]) =>
  texts.flatMap(({ file, field, text, on }) => findings(file, field, dateContradiction(text, on)));

/** A text of a workshop that overrides what follows from its facts, and contradicts them. */
export const workshopOverrides: ContentCheck = ({ workshops }) =>
  workshops.flatMap((workshop) => {
    const { timeText, lengthText, at, minutes } = workshop;
    const file = workshopFile(workshop);
    return [
      ...dateFindings(dateTextsOfWorkshop(workshop)),
      ...findings(file, 'timeText', timeContradiction(timeText, at)),
      ...findings(file, 'lengthText', lengthContradiction(lengthText, minutes)),
    ];
  });

/** A text of a retreat that overrides the letter's date, or the line about check-in or check-out, and contradicts its facts. */
export const retreatOverrides: ContentCheck = ({ retreats }) =>
  retreats.flatMap((retreat) => [
    ...dateFindings(dateTextsOfRetreat(retreat)),
    ...(['checkIn', 'checkOut'] as const).flatMap((step) => {
      const { text, at } = retreat.nextSteps[step];
      return findings(retreatFile(retreat, 'nextSteps'), `${step}.text`, timeContradiction(text, at));
    }),
  ]);

const ordinal = '\\d{1,2}(?:st|nd|rd|th)?';
/** A weekday and its date, such as "Friday, July 11th", "Fri., July 11, 2025" or "Friday the 11th of July". */
const weekdayAndDate = new RegExp(
  `\\b(?<weekday>${weekday})[.,]*(?: the)? (?:(?<month>${month})\\.? (?<day>${ordinal})|(?<day>${ordinal})(?: of)? (?<month>${month}))(?!\\d)(?:,? (?<year>20\\d\\d))?`,
  'gu',
);
const months = Array.from({ length: 12 }, (_, index) => formatDay(`2000-${String(index + 1).padStart(2, '0')}-01`, { month: 'short' }));

/** Returns the day that the parts of a date name; undefined if there is no such day, or nothing says which year it is in. */
function dayNamed(monthName: string, day: string, year: string | undefined): string | undefined {
  const monthIndex = months.indexOf(monthName.slice(0, 3));
  const date = new Date(Date.UTC(Number(year), monthIndex, Number.parseInt(day, 10)));
  return date.getUTCMonth() === monthIndex ? date.toISOString().slice(0, 10) : undefined;
}

const keyOf = ({ file, field }: Pick<DateText, 'file' | 'field'>) => `${file} ${field}`;

/**
 * A weekday that is not that of the date beside it. In the file of a workshop, a date without a year is in the year of the workshop. Texts
 * that the checks above compare with a date of their own are left out.
 */
export const wrongWeekday: ContentCheck = (content) => {
  const years = new Map(content.workshops.map((workshop) => [workshopFile(workshop), workshop.on.slice(0, 4)]));
  const compared = new Set([...content.workshops.flatMap(dateTextsOfWorkshop), ...content.retreats.flatMap(dateTextsOfRetreat)].map(keyOf));
  return allTexts(content)
    .filter((text) => /\d/u.test(text.text) && !compared.has(keyOf(text)))
    .flatMap(({ file, field, text }) =>
      [...text.matchAll(weekdayAndDate)].flatMap(({ groups }) => {
        const { weekday: stated = '', month: monthName = '', day = '', year = years.get(file) } = groups!;
        const on = dayNamed(monthName, day, year);
        if (on === undefined) return [];
        const actual = formatDay(on, { weekday: 'long' });
        if (actual.startsWith(stated.slice(0, 3))) return [];
        return [{ file, field, message: `it says ${stated}, but ${formatDay(on)} is a ${actual}` }];
      }),
    );
};
