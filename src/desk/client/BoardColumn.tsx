import { useId } from 'react';
import type { EntryState } from '../../database/schema.ts';
import type { FounderCard } from '../server/shapes.ts';
import css from './BoardColumn.module.css';
import { Card } from './Card.tsx';
import type { Move } from './moves.ts';
import { formatNumber, pluralize } from '../../content/format.ts';
import { entryWords } from './words.ts';

interface Props {
  state: EntryState;
  cards: FounderCard[];
  /** How many there are, shown or not. */
  count: number;
  empty: string;
  /** Whether what is dragged may be let go here. */
  takes?: boolean;
  onDrag: (card: FounderCard | undefined) => void;
  onDrop: () => void;
  onMove: (move: Move, card: FounderCard) => void;
  onOpen: (submissionId: string) => void;
}

export function BoardColumn({ state, cards, count, empty, takes, onDrag, onDrop, onMove, onOpen }: Props) {
  const id = useId();
  return (
    <section
      className={`${css.column} ${takes ? css.takes : ''}`}
      aria-labelledby={id}
      data-state={state}
      onDragOver={(event) => {
        if (takes) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <h2 id={id}>
        {entryWords[state]} <span>{formatNumber(count)}</span>
      </h2>
      {cards.length === 0 ? (
        <p className={css.empty}>{empty}</p>
      ) : (
        <ul role="list">
          {cards.map((card) => (
            <Card key={card.id} card={card} onDrag={onDrag} onMove={onMove} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {cards.length > 0 && cards.length < count && (
        <p className={css.empty}>{pluralize(count - cards.length, 'other')} not shown; find them by name.</p>
      )}
    </section>
  );
}
