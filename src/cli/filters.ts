import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { SubmissionFilter } from '../submissions/queries.ts';

/** What `withFilters` reads; the flags are called as the store calls its filters. */
export type Filters = Pick<SubmissionFilter, 'form' | 'state' | 'since' | 'until' | 'search' | 'limit' | 'superseded'>;

/** Gives a command the flags that choose submissions. */
export function withFilters(command: Command): Command {
  return command
    .option('--form <form>', 'only one form: its id, or workshop or waitlist')
    .addOption(new Option('--state <state>', 'only one state').choices(['accepted', 'held', 'quarantined']))
    .option('--since <date>', 'received on this day or later: 2026-11-21, or an instant such as 2026-11-21T09:30', startOfDay)
    .option('--until <date>', 'received on this day or earlier, or before an instant', endOfDay)
    .option('--search <text>', 'only where an answer contains this, in any case')
    .option('--limit <number>', 'at most so many, the newest', wholeNumber)
    .option('--superseded', 'also what the same person replaced later by sending the form again');
}

function startOfDay(text: string): string {
  return instant(text, 0);
}

/** The first instant after the day, or the instant itself: the store leaves out what is not before it. */
function endOfDay(text: string): string {
  return instant(text, 1);
}

/** ISO 8601 in UTC. A day is one of the organizer's own time zone, and so is an instant that names no zone (ECMA-262, 21.4.1.32). */
function instant(text: string, daysLater: number): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/u.exec(text) ?? [];
  const midnight = new Date(Number(year), Number(month) - 1, Number(day));
  const exists = midnight.getMonth() === Number(month) - 1;
  const found = time ? new Date(text) : new Date(Number(year), Number(month) - 1, Number(day) + daysLater);
  if (!exists || Number.isNaN(found.getTime()))
    throw new InvalidArgumentError('Write a day as 2026-11-21, or an instant as 2026-11-21T09:30.');
  return found.toISOString();
}

/** A count. Throws InvalidArgumentError. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/u.test(text)) throw new InvalidArgumentError('Write a whole number from 1.');
  return Number(text);
}
