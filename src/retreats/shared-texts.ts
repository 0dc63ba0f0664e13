/** The texts that emails and a founder's own pages have in common. */
import { spellOut } from '../content/format.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';

/** Returns the facts of a retreat for the placeholders of a sentence about it. */
export const retreatPlaceholders = ({ name, season, city, region, days, capacity }: RetreatContent['facts']) => ({
  // Before the article there can be a quotation mark, or the mark of a preview.
  retreat: name.replace(/^(\P{L}*)The /u, '$1the '),
  season,
  days: `${spellOut(days)} ${days === 1 ? 'day' : 'days'}`,
  capacity: spellOut(capacity),
  place: `${city}, ${region}`,
});

/** Returns the lines of an organizer's note, each of which is shown as a paragraph. */
export const noteLines = (note: string): string[] => note.split(/\n+/u).filter((line) => line.trim() !== '');
