import { formatDay } from '../../content/format.ts';
import type { Tally } from '../server/shapes.ts';

const dayText = (day: string) => formatDay(day, { day: 'numeric', month: 'short' });
const monthText = (day: string) => formatDay(day, { month: 'short', year: 'numeric' });

interface Span {
  name: string;
  /** The bars of the span, each by its first day. */
  of: (days: Tally[]) => Tally[];
  short: (day: string) => string;
  on: (day: string) => string;
}

export type SpanName = 'days' | 'weeks' | 'months';

export const spans: Record<SpanName, Span> = {
  days: { name: 'Last 30 days', of: (days) => days.slice(-30), short: dayText, on: (day) => `on ${dayText(day)}` },
  // Weeks end today, so that the last one is whole.
  weeks: {
    name: 'Last 26 weeks',
    of: (days) => summed(days.slice(-26 * 7), (_, at, { length }) => String(Math.floor((length - 1 - at) / 7))),
    short: dayText,
    on: (day) => `in the week from ${dayText(day)}`,
  },
  months: {
    name: 'Whole time',
    of: (days) => summed(days, ([day]) => day.slice(0, 7)),
    short: monthText,
    on: (day) => `in ${monthText(day)}`,
  },
};

function summed(days: Tally[], groupOf: (day: Tally, at: number, all: Tally[]) => string): Tally[] {
  const groups = new Map<string, Tally>();
  for (const [at, day] of days.entries()) {
    const key = groupOf(day, at, days);
    const [first, waitlist, workshop] = groups.get(key) ?? [day[0], 0, 0];
    groups.set(key, [first, waitlist + day[1], workshop + day[2]]);
  }
  return [...groups.values()];
}
