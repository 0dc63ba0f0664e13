import { formatDay, formatTime, formatWeekdayAndDay } from '../content/format.ts';
import { isStayInSeason, type ScheduledRetreat } from '../content/retreat-schedule.ts';
import { dayAfter } from '../content/zoned-time.ts';
import type { HouseFactsTable } from '../database/schema.ts';
import type { LabeledAnswer, TextField, Values } from '../forms/definition.ts';

/** Facts about a founder with a seat that the kitchen and the house need. */
export type HouseFacts = Omit<HouseFactsTable, 'entry_id' | 'changed_at'>;

/** How many days after the last day of a retreat its house facts are erased. */
export const houseRetentionDays = 30;

/** The questions of the status page. No provider knows their names, because the answers are never sent to a provider. */
export const houseFields: (TextField & { wire: keyof HouseFacts })[] = [
  { kind: 'textarea', wire: 'diet', label: 'Diet and allergies', nameInMessages: 'what you eat', required: false, max: 1000 },
  { kind: 'textarea', wire: 'access', label: 'Access needs', nameInMessages: 'what you need', required: false, max: 1000 },
  { kind: 'datetime-local', wire: 'arrival', label: 'Arrival, date and time', nameInMessages: 'when you arrive', required: false, max: 16 },
  { kind: 'text', wire: 'travel', label: 'Flight, train or car', nameInMessages: 'how you travel', required: false, max: 200 },
  {
    kind: 'text',
    wire: 'contact',
    label: 'Emergency contact, name',
    nameInMessages: 'the name of someone we can call in an emergency',
    required: true,
    max: 200,
  },
  {
    kind: 'tel',
    wire: 'phone',
    label: 'Emergency contact, phone',
    nameInMessages: 'that person’s phone number',
    required: true,
    max: 40,
  },
];

/** Returns the facts in a parsed post; a fact that was not typed is empty. */
export const houseFactsIn = (values: Values) => Object.fromEntries(houseFields.map(({ wire }) => [wire, values[wire] ?? ''])) as HouseFacts;

/** Returns the facts with their questions, as the organizer reads them, without empty ones. */
export const houseAnswers = (facts: HouseFacts): LabeledAnswer[] =>
  houseFields
    .filter(({ wire }) => facts[wire].trim() !== '')
    .map(({ wire, label, kind }) => ({ label, value: wire === 'arrival' ? formatArrival(facts.arrival) : facts[wire], kind }));

/** Returns `2030-05-01T15:00` as "Wednesday, May 1st, 2030, 3:00 pm". */
function formatArrival(arrival: string): string {
  const [day, time] = arrival.split('T') as [string, string];
  return `${formatWeekdayAndDay(day)}, ${day.slice(0, 4)}, ${formatTime(time)}`;
}

const earliestArrivalDays = 30;

/**
 * Returns a message for the founder if the day of arrival (`2030-05-01T15:00`) is far from the retreat, as with a mistyped month or year;
 * undefined if not, or while the days of the retreat are not known.
 */
export function problemWithArrival(arrival: string, retreat: ScheduledRetreat): string | undefined {
  const { checkIn, checkOut } = retreat.nextSteps;
  const day = arrival.slice(0, 10);
  if (day === '' || !isStayInSeason(retreat)) return undefined;
  if (day >= dayAfter(checkIn.on, -earliestArrivalDays) && day <= checkOut.on) return undefined;
  return `The retreat is from ${formatDay(checkIn.on)} to ${formatDay(checkOut.on)}; enter the day when you arrive for it`;
}
