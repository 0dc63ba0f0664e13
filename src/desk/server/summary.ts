import type { Registration } from './register.ts';
import type { Summary, Tally } from './shapes.ts';

/** How many days are counted at least, however young the house is. */
const atLeast = 30;

type Counted = Omit<Summary, 'seats' | 'deliveries'>;

/** A day on the organizer's own calendar, for example 2026-11-21. */
export function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const two = (number: number) => String(number).padStart(2, '0');

/** The day so many days later, whatever the clocks do at night. */
const later = (from: Date, days: number) => new Date(from.getFullYear(), from.getMonth(), from.getDate() + days);

/** What the numbers and plots of the first room show. Who is held or put aside has not signed up. */
export function summarize(all: readonly Registration[], sizes: string[], now: Date): Counted {
  const days = new Map<string, Tally>();
  const bySize = new Map(sizes.map((size): [string, Tally] => [size, [size, 0, 0]]));
  const states = { accepted: 0, held: 0, quarantined: 0 };
  const dayAt = createDays();
  for (const { row } of all) {
    const [, receivedAt, kind, state, , , , size] = row;
    states[state] += 1;
    if (state === 'accepted') {
      count(days, dayAt(receivedAt), kind);
      count(bySize, size, kind);
    }
  }
  const today = dayOf(now);
  const filled = every(days, dayOf(later(now, 1 - atLeast)), today);
  const on = (day: string) => (days.get(day)?.[1] ?? 0) + (days.get(day)?.[2] ?? 0);
  return {
    today: on(today),
    yesterday: on(dayOf(later(now, -1))),
    week: Array.from({ length: 7 }, (_, back) => on(dayOf(later(now, -back)))).reduce((sum, each) => sum + each),
    waitlist: filled.reduce((sum, [, waitlist]) => sum + waitlist, 0),
    workshop: filled.reduce((sum, [, , workshop]) => sum + workshop, 0),
    held: states.held,
    quarantined: states.quarantined,
    days: filled,
    sizes: [...bySize.values()],
  };
}

function count(tallies: Map<string, Tally>, label: string, kind: 'waitlist' | 'workshop'): void {
  const tally = tallies.get(label) ?? [label, 0, 0];
  tally[kind === 'waitlist' ? 1 : 2] += 1;
  tallies.set(label, tally);
}

/** The calendar is asked once for each quarter of an hour, the smallest step between time zones. */
function createDays() {
  const known = new Map<string, string>();
  return (instant: string): string => {
    const quarter = `${instant.slice(0, 14)}${Math.floor(Number(instant.slice(14, 16)) / 15)}`;
    const day = known.get(quarter) ?? dayOf(new Date(instant));
    known.set(quarter, day);
    return day;
  };
}

/** With the days between on which nobody came. */
function every(days: Map<string, Tally>, from: string, today: string): Tally[] {
  const first = [...days.keys(), from].reduce((one, other) => (one < other ? one : other));
  const [year, month, date] = first.split('-').map(Number) as [number, number, number];
  const filled: Tally[] = [];
  for (let at = 0; ; at += 1) {
    const day = dayOf(new Date(year, month - 1, date + at));
    filled.push(days.get(day) ?? [day, 0, 0]);
    if (day >= today) return filled;
  }
}
