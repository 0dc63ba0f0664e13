import { isolate } from '../../../content/placeholders.ts';
import type { FounderCard } from '../../server/routes/retreat.ts';

interface Props {
  /** The founders who are about to be invited. */
  cards: FounderCard[];
  /** Those who are invited or have accepted already. */
  seated: FounderCard[];
}

/** Warns before several founders of one brand, in any spelling, have a seat: one callout for each brand, which names its founders. */
export const SameBrand = ({ cards, seated }: Props) =>
  [...Map.groupBy(cards, ({ brandKey }) => brandKey)].map(([brandKey, chosen]) => {
    const taken = seated.filter((card) => card.brandKey === brandKey);
    const count = taken.length + chosen.length;
    return (
      count > 1 && (
        <p className="callout" key={brandKey}>
          {taken.length === 0
            ? `${chosen.length} of these founders are from the same brand: ${chosen.map(nameText).join(', ')}.`
            : `${taken.map(stateText).join(', ')}, so ${chosen.length > 1 ? `with ${listed(chosen)} ` : ''}there would be ${count === 2 ? 'two' : count} founders from the same brand.`}
        </p>
      )
    );
  });

const nameText = ({ name, brand }: FounderCard) => `${isolate(name)} of ${isolate(brand)}`;

const listed = (cards: FounderCard[]) => new Intl.ListFormat('en-US').format(cards.map(nameText));

const stateText = (card: FounderCard) => `${nameText(card)} ${card.state === 'accepted' ? 'has already accepted' : 'is already invited'}`;
