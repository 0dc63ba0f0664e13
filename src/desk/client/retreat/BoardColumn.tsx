import { useId } from 'react';
import type { EntryState } from '../../../database/schema.ts';
import { formatNumber } from '../../../content/format.ts';
import type { FounderCard } from '../../server/routes/retreat.ts';
import { Button } from '../components/Button.tsx';
import css from './BoardColumn.module.css';
import { actionLabels, actionOf } from './board-actions.ts';
import type { BoardAction } from './board-actions.ts';
import { entryLabels } from '../../../retreats/state-labels.ts';
import { dayText } from '../words.ts';

interface Props {
  state: EntryState;
  cards: FounderCard[];
  /** All in this state, shown or not. */
  count: number;
  empty: string;
  /** Left out if all are shown. */
  onShowMore?: (() => void) | undefined;
  /** Whether the dragged card may be dropped here. */
  takes?: boolean;
  onDrag: (card: FounderCard | undefined) => void;
  onDrop: () => void;
  /** Undefined for readers, who cannot change anything. */
  onAction?: ((action: BoardAction, card: FounderCard) => void) | undefined;
  onOpen: (submissionId: string) => void;
  /** The ids of the founders who are selected. */
  chosen: string[];
  /** Left out if nobody can be selected. */
  onChoose?: ((id: string) => void) | undefined;
}

export function BoardColumn({ state, cards, count, empty, onShowMore, takes, onDrag, onDrop, onAction, onOpen, chosen, onChoose }: Props) {
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
        {entryLabels[state]} <span className="quiet">{formatNumber(count)}</span>
      </h2>
      {cards.length === 0 ? (
        <p className={`quiet ${css.empty}`}>{empty}</p>
      ) : (
        <ul role="list" className="stack">
          {cards.map((card) => (
            <Card
              key={card.id}
              card={card}
              onDrag={onDrag}
              onAction={onAction}
              onOpen={onOpen}
              isChosen={chosen.includes(card.id)}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
      {onShowMore && (
        <p>
          <Button label={`Show more: ${entryLabels[state]}`} onClick={onShowMore}>
            Show more
          </Button>
        </p>
      )}
    </section>
  );
}

interface CardProps {
  card: FounderCard;
  onDrag: (card: FounderCard | undefined) => void;
  onAction?: Props['onAction'];
  onOpen: (submissionId: string) => void;
  isChosen: boolean;
  onChoose?: Props['onChoose'];
}

/** A founder as a place card. Its button does the same as dragging it. */
function Card({ card, onDrag, onAction, onOpen, isChosen, onChoose }: CardProps) {
  const action = actionOf(card.state);
  const words = actionLabels[action](card.state);
  return (
    <li
      className={css.card}
      draggable={onAction !== undefined}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', card.name);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(card);
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <p className={css.name}>
        {onChoose && <input type="checkbox" aria-label={`Select ${card.name}`} checked={isChosen} onChange={() => onChoose(card.id)} />}
        <Button kind="link" onClick={() => onOpen(card.submissionId)}>
          <bdi>{card.name}</bdi>
        </Button>
      </p>
      <p>
        <bdi>{card.brand}</bdi> <span className={`quiet small ${css.size}`}>{card.systemSize}</span>
      </p>
      {card.answers.length > 0 && (
        <p className={`quiet small ${css.answers}`} dir="auto">
          {card.answers.join(' · ')}
        </p>
      )}
      {card.memo && (
        <p className={`quiet small ${css.answers}`} dir="auto">
          Note: {card.memo.text}
        </p>
      )}
      {card.atHead && <p className={`small ${css.mark}`}>At the head of the list</p>}
      {card.shortNotice && <p className={`small ${css.mark}`}>Could come at two weeks’ notice</p>}
      <div className={`spread ${css.foot}`}>
        <span className="quiet small">
          {card.state === 'invited' && card.expiresAt ? `Until ${dayText(card.expiresAt)}` : `Since ${dayText(card.joinedAt)}`}
        </span>
        {onAction && (
          <Button label={`${words}: ${card.name}`} onClick={() => onAction(action, card)}>
            {words}
          </Button>
        )}
      </div>
    </li>
  );
}
