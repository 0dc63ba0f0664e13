import { Refused } from '../refused.ts';
import { visible } from './output.ts';

/**
 * Returns the one item that an id, or the beginning of one, stands for. `find` returns the items whose ids start with it. Throws the error
 * of `unknown` if there is none, and Refused with their ids if there are several. Every id starts with an empty text, which a script gets
 * from a variable that is not set: it is refused before anything is read.
 */
export async function onlyMatch<Item extends { id: string }>(
  id: string,
  find: (start: string) => Promise<Item[]>,
  unknown: () => Error,
): Promise<Item> {
  if (id.trim() === '') throw new Refused('The id is empty; type an id, or its first characters');
  const matching = await find(id.toLowerCase());
  const only = matching.length === 1 ? matching[0] : matching.find((item) => item.id === id.toLowerCase());
  if (only) return only;
  if (matching.length === 0) throw unknown();
  const ids = matching.map((item) => item.id);
  throw new Refused([`${visible(id)}: several ids start with this; type more of one of these:`, ...ids].join('\n'));
}
