import type { EntryState } from '../database/schema.ts';
import type { SeasonFigures } from './repository/closing.ts';

const stateWords: Record<EntryState, string> = {
  accepted: 'had a seat',
  waiting: 'were still waiting',
  invited: 'had an open invitation',
  declined: 'declined',
  lapsed: 'did not answer in time',
  cancelled: 'gave up a seat, or lost it',
  withdrawn: 'left the waitlist',
};

/** Returns the figures of a closed retreat as lines that an organizer reads. Figures of zero are left out. */
export function seasonFigureLines({ joined, invited, states, movedAlong, sizes }: SeasonFigures): string[] {
  return [
    `${joined} on the waitlist, ${invited} of them invited`,
    ...(Object.entries(stateWords) as [EntryState, string][])
      .filter(([state]) => states[state] > 0)
      .map(([state, words]) => `${states[state]} ${words}`),
    ...(movedAlong > 0 ? [`${movedAlong} moved along to a later retreat`] : []),
    ...Object.entries(sizes)
      .filter(([size]) => size !== '')
      .map(([size, count]) => `${count} with ${size}`),
  ];
}
