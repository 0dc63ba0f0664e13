import type { EntryState } from '../database/schema.ts';
import type { SeasonFigures } from './repository/closing.ts';

const stateWords: Record<EntryState, string | ((count: number) => string)> = {
  accepted: 'had a seat',
  waiting: (count) => (count === 1 ? 'was still waiting' : 'were still waiting'),
  invited: 'had an open invitation',
  declined: 'declined',
  lapsed: 'did not answer in time',
  cancelled: 'gave up or lost a seat',
  withdrawn: 'left the waitlist',
};

/** Sorts system sizes, smallest first: stored figures have them in the order in which founders joined. */
const bySize = new Intl.Collator('en-US', { numeric: true }).compare;

/** Returns the figures of a closed retreat as lines that an organizer reads. Figures of zero are left out. */
export function seasonFigureLines({ joined, invited, states, movedAlong, sizes }: SeasonFigures): string[] {
  return [
    `${joined} on the waitlist, ${invited} of them invited`,
    ...(Object.entries(stateWords) as [EntryState, (typeof stateWords)[EntryState]][])
      .filter(([state]) => states[state] > 0)
      .map(([state, words]) => `${states[state]} ${typeof words === 'string' ? words : words(states[state])}`),
    ...(movedAlong > 0 ? [`${movedAlong} moved along to a later retreat`] : []),
    ...Object.entries(sizes)
      .filter(([size]) => size !== '')
      .toSorted(([one], [other]) => bySize(one, other))
      .map(([size, count]) => `${count} with a system of ${size}`),
  ];
}
