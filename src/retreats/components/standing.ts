import type { Content } from '../../content/content.ts';
import type { Entry } from '../repository/entries.ts';

type Standing = keyof Content['retreat']['status']['standing'];

/** Where a founder stands, without a rank: of those who wait, only the head of the list is told apart. */
export const standingOf = ({ state, headSince }: Pick<Entry, 'state' | 'headSince'>): Standing =>
  state === 'waiting' && headSince ? 'next' : state;
