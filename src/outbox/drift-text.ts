import { pluralize } from '../content/format.ts';
import type { Drift } from './drift.ts';

/** Returns a sentence for the organizer, without names: each problem with how many sign-ups have it. */
export function driftText(drifted: Pick<Drift, 'problem'>[]): string {
  const problems = [...Map.groupBy(drifted, ({ problem }) => problem)].map(([problem, of]) =>
    of.length > 1 ? `${problem}, ${of.length} times` : problem,
  );
  return `${pluralize(drifted.length, 'sign-up is', 'sign-ups are')} not at the provider as delivered: ${problems.join('; ')}.`;
}
