import { pluralize } from '../../../content/format.ts';
import { isolate } from '../../../content/placeholders.ts';
import { entryLabels } from '../../../retreats/entry-states.ts';
import type { FounderCard } from '../../server/routes/retreat.ts';

/** Warns of several founders of one brand, in any spelling. */
export function SameBrand({ cards }: { cards: FounderCard[] }) {
  const brands = [...Map.groupBy(cards, ({ brandKey }) => brandKey).values()].filter((group) => group.length > 1);
  if (brands.length === 0) return null;
  return (
    <div className="warning" role="alert">
      {brands.map((group) => (
        <p key={group[0]?.brandKey}>
          {pluralize(group.length, 'founder')} from the same brand:{' '}
          {group.map(({ name, brand, state }) => `${isolate(name)} of ${isolate(brand)} (${entryLabels[state].toLowerCase()})`).join(', ')}.
        </p>
      ))}
    </div>
  );
}
