import { InvalidArgumentError, Option, type Command } from 'commander';
import { Temporal } from 'temporal-polyfill';
import type { Store } from '../app/open-store.ts';
import { loadContent } from '../content/load.ts';
import { formsOf } from '../forms/catalog.ts';
import type { SubmissionFilter } from '../submissions/queries.ts';
import type { Cli } from './cli.ts';
import { visible } from './output.ts';
import { notEmpty, positiveInteger } from './parsers.ts';

/** What `withFilters` reads. The options have the names of the repository's filters. */
export type Filters = Pick<SubmissionFilter, 'form' | 'state' | 'since' | 'until' | 'search' | 'limit' | 'superseded'>;

/** Adds the options that select submissions. */
export function withFilters(command: Command, { timeZone }: Pick<Cli, 'timeZone'>): Command {
  return command
    .option('--form <form>', 'only this form: workshop, waitlist, or the id of a form')
    .addOption(
      new Option('--state <state>', 'only this state: accepted (confirmed), held (to be confirmed) or quarantined (possible spam)').choices(
        ['accepted', 'held', 'quarantined'],
      ),
    )
    .option('--since <date>', 'received on or after this day (2026-11-21) or at or after this time (2026-11-21T09:30)', (text) =>
      parseInstant(text, timeZone, 0),
    )
    .option('--until <date>', 'received on or before this day, or before this time', (text) => parseInstant(text, timeZone, 1))
    .option('--search <text>', 'only those whose answers contain each of these words, in upper or lower case', notEmpty)
    .option('--limit <count>', 'at most this many, newest first (default: all)', positiveInteger)
    .option('--superseded', 'include submissions that the same person later replaced by sending the form again');
}

/** Exits with wrong usage if neither the content nor any stored submission has this form. */
export async function checkForm(command: Command, { form }: Filters, { submissions }: Pick<Store, 'submissions'>): Promise<void> {
  if (form === undefined || form === 'workshop' || form === 'waitlist') return;
  const ids = formsOf(loadContent()).map(({ id }) => id);
  if (ids.includes(form) || (await Array.fromAsync(submissions.list({ form, superseded: true, limit: 1 }))).length > 0) return;
  command.error(
    `error: option '--form <form>' argument '${visible(form)}' is invalid. Known forms are workshop, waitlist, ${ids.join(', ')}.`,
  );
}

/**
 * Returns an instant as ISO 8601 in UTC. A day, and a time without an offset, is in the organizer's time zone. A day means its first
 * instant; `daysLater` moves it, since the repository's `until` is exclusive. Throws InvalidArgumentError.
 */
function parseInstant(text: string, timeZone: string, daysLater: number): string {
  try {
    if (/^\d{4}-\d\d-\d\d$/u.test(text)) return iso(Temporal.PlainDate.from(text).add({ days: daysLater }).toZonedDateTime(timeZone));
    if (/(?:Z|[+-]\d\d:\d\d)$/u.test(text)) return iso(Temporal.Instant.from(text));
    return iso(Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone));
  } catch {
    throw new InvalidArgumentError('Enter a date like 2026-11-21, or a time like 2026-11-21T09:30.');
  }
}

const iso = ({ epochMilliseconds }: { epochMilliseconds: number }) => new Date(epochMilliseconds).toISOString();
