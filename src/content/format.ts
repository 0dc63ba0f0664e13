/**
 * Formats dates, times, time zones, durations and counts for people, in American English. Every page, mail, table and message uses these
 * functions. They run in the browser as well, so there is no time zone arithmetic here: that is in zoned-time.ts.
 */

/** The time zone of the retreat and of its organizers. */
export const retreatZone = 'America/Chicago';

/** One format for each set of options, because creating a format takes much longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function dateTimeFormat(options: Intl.DateTimeFormatOptions & { timeZone: string }): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', options);
  formats.set(key, format);
  return format;
}

/** Returns a day such as 2025-07-11, by default as "July 11, 2025". A day has no time zone, so it is read and formatted in UTC. */
export function formatDay(day: string, options: Intl.DateTimeFormatOptions = { dateStyle: 'long' }): string {
  return dateTimeFormat({ ...options, timeZone: 'UTC' }).format(new Date(day));
}

const monthOf = (day: string) => formatDay(day, { month: 'long' });

/** Returns the name of a workshop, "Relationships That Power Your Brand, July 11, 2025": two can have one title. */
export const workshopName = ({ title, on }: { title: string; on: string }) => `${title}, ${formatDay(on)}`;

/** Returns the name of a retreat with its season, "The Founder House Retreat, Spring 2026": each season has the same name. */
export const retreatName = ({ name, season }: { name: string; season: string }) => `${name}, ${season}`;

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });

/** Returns the number of a day in its month, for example "11th". */
export function ordinalDay(day: string): string {
  const number = Number(formatDay(day, { day: 'numeric' }));
  const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  return `${number}${suffixes[ordinals.select(number)] ?? 'th'}`;
}

/** Returns a day with its weekday, for example "Friday, July 11th". */
export const formatWeekdayAndDay = (day: string) => `${formatDay(day, { weekday: 'long' })}, ${monthOf(day)} ${ordinalDay(day)}`;

/** Returns a day as a letter is dated, for example "1st of November, 2025". */
export const formatLetterDay = (day: string) => `${ordinalDay(day)} of ${monthOf(day)}, ${day.slice(0, 4)}`;

/** Returns a time such as 16:00 as "4:00 pm". */
export const formatTime = (time: string) =>
  lowerDayPeriod(dateTimeFormat({ timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`1970-01-01T${time}Z`)), ' ');

/** Returns a time as short as possible: "4pm", "4:30pm". */
export const formatShortTime = (time: string) => formatTime(time).replace(':00', '').replace(' ', '');

const lowerDayPeriod = (time: string, space: string) => time.replace(/\s?([AP])M$/u, (_, half: string) => `${space}${half.toLowerCase()}m`);

function zonePart(timeZone: string, timeZoneName: Intl.DateTimeFormatOptions['timeZoneName'], instant: Date): string {
  const parts = dateTimeFormat({ timeZone, timeZoneName }).formatToParts(instant);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Returns the common name of a time zone in summer and in winter: "Central" for America/Chicago. */
export const formatZone = (timeZone: string) =>
  zonePart(timeZone, 'longGeneric', new Date('2025-07-01'))
    .replace(/ Time$/u, '')
    .replace(/^GMT\+00:00$/u, 'UTC');

/** Returns the distance of a zone from UTC at an instant: "UTC-05:00". */
export const formatOffset = (instant: Date, timeZone: string) => zonePart(timeZone, 'longOffset', instant).replace('GMT', 'UTC');

/** Returns an instant as a deadline: "Saturday, November 28, 2026, at 5:00 pm Central time". The space before "pm" does not break. */
export function formatDeadline(instant: string | Date, timeZone = retreatZone): string {
  const at = new Date(instant);
  const day = dateTimeFormat({ dateStyle: 'full', timeZone }).format(at);
  const time = lowerDayPeriod(dateTimeFormat({ timeStyle: 'short', timeZone }).format(at), '\u00A0');
  return `${day}, at ${time} ${formatZone(timeZone)} time`;
}

/**
 * Returns a function that formats an instant by the clock of this machine or browser, in the parts that `options` name. A table formats
 * many instants, and creating the format takes much longer than using it.
 */
export function instantFormatter(options: Intl.DateTimeFormatOptions): (instant: string | Date) => string {
  const format = new Intl.DateTimeFormat('en-US', options);
  return (instant) => format.format(new Date(instant));
}

/** Returns a function that formats an instant by the clock of a time zone, or of this machine, as a table lists it: "2026-11-21 14:05". */
export function localTimeFormatter(timeZone?: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return (instant) => format.format(new Date(instant));
}

/** Returns a length in hours and minutes, for example "1 hour", "1 hour, 30 minutes", "45 minutes". */
export const formatMinutes = (minutes: number) => formatDuration({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });

/** Returns a duration, for example "1 second", "2 days, 12 hours". Parts of zero are left out. */
export const formatDuration = (duration: Partial<Record<'days' | 'hours' | 'minutes' | 'seconds', number>>) =>
  new Intl.DurationFormat('en-US', { style: 'long' }).format(duration);

/** Returns a number, for example "2,000", or in the style that `options` name. */
export const formatNumber = (number: number, options?: Intl.NumberFormatOptions) => number.toLocaleString('en-US', options);

/** Returns a count with its noun, for example "1 founder", "2,000 founders". */
export const pluralize = (count: number, one: string, many = `${one}s`) => `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Returns a text with a capital first letter. */
export const capitalize = (text: string) => text.replace(/^./u, (letter) => letter.toUpperCase());

const numbersInWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Returns a count as a sentence has it: "three", "twelve", and from "13" on in figures. */
export const spellOut = (count: number) => numbersInWords[count] ?? formatNumber(count);
