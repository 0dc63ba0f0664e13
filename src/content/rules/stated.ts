/** Dates, times, lengths and numbers as English words state them. */

const months = 'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

const dayOfMonth = '\\b(?<day>\\d{1,2})(?<ordinal>st|nd|rd|th)?\\b';
const month = `\\b(?<month>${months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})\\b\\.?`;
const year = '(?:,? (?<year>\\d{4})\\b)?';
const datePatterns = [`${month} ${dayOfMonth}${year}`, `${dayOfMonth}(?: of)? ${month}${year}`].map((pattern) => new RegExp(pattern, 'gu'));
const weekdayPattern = new RegExp(
  `\\b(?:${weekdays.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)}\\b|(?=[.,]))`).join('|')})`,
  'gu',
);

type StatedDate = Partial<Record<'day' | 'ordinal' | 'month' | 'year', string>>;

const byBeginning = (names: string[], word: string) => names.findIndex((name) => name.startsWith(word.slice(0, 3)));
const spaced = (text: string) => text.replace(/\s+/gu, ' ');
const datesIn = (text: string) => datePatterns.flatMap((pattern) => [...text.matchAll(pattern)].map(({ groups }) => groups as StatedDate));

/** A number in digits or, up to twelve, in letters; `NaN` for any other word. */
export function numberOf(word: string): number {
  const spelled = numbers.indexOf(word.toLowerCase());
  if (spelled >= 0) return spelled;
  return /^an?$/iu.test(word) ? 1 : Number(word.replaceAll(',', ''));
}

function ordinalOf(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

/** In what a line about a day differs from that day, each as a sentence's end: 'says Monday, but … is a Friday'. */
export function dateContradictions(line: string, on: string): string[] {
  const date = new Date(`${on}T00:00:00Z`);
  const [day, monthIndex, fullYear, weekday] = [date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear(), weekdays[date.getUTCDay()]!];
  const full = `${months[monthIndex]} ${day}, ${fullYear}`;
  const stated = datesIn(spaced(line));
  const otherDays = stated.flatMap((said) => {
    if (Number(said.day) !== day || byBeginning(months, said.month!) !== monthIndex) {
      return [`says ${said.month} ${said.day}${said.ordinal ?? ''}, but the date is ${full}`];
    }
    return said.year && Number(said.year) !== fullYear ? [`says ${said.year}, but the date is ${full}`] : [];
  });
  const wrongOrdinals = stated
    .filter((said) => said.ordinal && said.ordinal !== ordinalOf(Number(said.day)))
    .map((said) => `says ${said.day}${said.ordinal}; write ${said.day}${ordinalOf(Number(said.day))}`);
  const otherWeekdays = [...spaced(line).matchAll(weekdayPattern)]
    .filter(([said]) => !weekday.startsWith(said))
    .map(([said]) => `says ${said}, but ${full} is a ${weekday}`);
  return [...otherDays, ...wrongOrdinals, ...(otherDays.length > 0 ? [] : otherWeekdays)];
}

/** The same for the time of day: 'says 9:00 am, but …'. */
export function timeContradictions(text: string, at: string): string[] {
  return [...spaced(text).matchAll(/\b(\d{1,2})(?::(\d{2}))? ?([ap])\.?m\b/giu)].flatMap(([words, hour, minute = '00', half]) => {
    const hours = (Number(hour) % 12) + (half!.toLowerCase() === 'p' ? 12 : 0);
    return `${String(hours).padStart(2, '0')}:${minute}` === at ? [] : [`says ${words}, but the time is ${at}`];
  });
}

/** The minutes that a text such as "1 hour" or "1 hour 30 minutes" names; none if it names no length. */
export function minutesIn(text: string): number | undefined {
  const parts = [...spaced(text).matchAll(/\b([\d.]+|[a-z]+)[ -](hour|minute)s?\b/giu)];
  const minutes = parts.reduce((sum, [, count, unit]) => sum + numberOf(count!) * (unit!.toLowerCase() === 'hour' ? 60 : 1), 0);
  return minutes > 0 ? minutes : undefined;
}
