import { formatDay } from '../../../content/format.ts';
import type { Tally } from '../../server/routes/overview.ts';

interface Span {
  /** When its sign-ups were, in a sentence. */
  within: string;
  /** Sums the days into the bars of the span. The label of a bar is its first day. */
  barsOf: (days: Tally[]) => Tally[];
  /** Names a bar under the chart, for example "Nov 21". */
  shortLabel: (day: string) => string;
  /** Names a bar in a sentence, for example "in the week from Nov 21". */
  when: (day: string) => string;
}

export const spanNames = { days: 'Last 30 days', weeks: 'Last 26 weeks', months: 'All time' };

const dayText = (day: string) => formatDay(day, { day: 'numeric', month: 'short' });
const monthText = (day: string) => formatDay(day, { month: 'short', year: 'numeric' });

export const spans: Record<keyof typeof spanNames, Span> = {
  days: {
    within: 'in the last 30 days',
    barsOf: (days) => days.slice(-30),
    shortLabel: dayText,
    when: (day) => `on ${dayText(day)}`,
  },
  // Weeks end today, so that the last one is complete.
  weeks: {
    within: 'in the last 26 weeks',
    barsOf: (days) => {
      const shown = days.slice(-26 * 7);
      return summed(shown, (_, index) => String(Math.floor((shown.length - 1 - index) / 7)));
    },
    shortLabel: dayText,
    when: (day) => `in the week from ${dayText(day)}`,
  },
  months: {
    within: 'so far',
    barsOf: (days) => summed(days, ({ label }) => label.slice(0, 7)),
    shortLabel: monthText,
    when: (day) => `in ${monthText(day)}`,
  },
};

export const totalOf = ({ waitlist, workshop }: Tally) => waitlist + workshop;

/** Returns the number of sign-ups on these days, in both kinds of forms. */
export const signUpsIn = (days: Tally[]) => days.reduce((sum, day) => sum + totalOf(day), 0);

function summed(days: Tally[], groupOf: (day: Tally, index: number) => string): Tally[] {
  return [...Map.groupBy(days, groupOf).values()].map((group) => ({
    label: group[0]?.label ?? '',
    waitlist: group.reduce((sum, { waitlist }) => sum + waitlist, 0),
    workshop: group.reduce((sum, { workshop }) => sum + workshop, 0),
  }));
}
