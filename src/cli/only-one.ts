import type { Found } from '../submissions/queries.ts';
import { Refused } from './refused.ts';
import { visible } from './visible.ts';

/** The one submission that an id, or the beginning of one, names. Throws Refused where that is none or several. */
export function onlyOne(id: string, matching: Found[]): Found {
  const exact = matching.find(({ found }) => found.id === id.toLowerCase());
  const only = exact ?? (matching.length === 1 ? matching[0] : undefined);
  if (only) return only;
  if (matching.length === 0) throw new Refused(`${visible(id)}: no submission has this id; "organizer submissions list" shows the ids`);
  throw new Refused(
    [`${visible(id)}: several submissions begin so; write more of one of these:`, ...matching.map(({ found }) => found.id)].join('\n'),
  );
}
