import type { FounderCard } from '../server/shapes.ts';
import { Button } from './Button.tsx';
import css from './Card.module.css';
import { moveOf, moveWords } from './moves.ts';
import type { Move } from './moves.ts';
import { dayText } from './words.ts';

interface Props {
  card: FounderCard;
  onDrag: (card: FounderCard | undefined) => void;
  onMove: (move: Move, card: FounderCard) => void;
  onOpen: (submissionId: string) => void;
}

/** A founder as a place card. What dragging it does, its button does as well. */
export function Card({ card, onDrag, onMove, onOpen }: Props) {
  const move = moveOf(card.state);
  const words = moveWords[move](card.state);
  return (
    <li
      className={css.card}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', card.name);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(card);
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <p className={css.name}>
        <Button kind="link" onClick={() => onOpen(card.submissionId)}>
          {card.name}
        </Button>
      </p>
      <p>
        {card.brand} <span className={css.quiet}>{card.systemSize}</span>
      </p>
      {card.atHead && <p className={css.mark}>At the head of the list</p>}
      {card.shortNotice && <p className={css.mark}>Could come at two weeks’ notice</p>}
      <div className={css.foot}>
        <span className={css.quiet}>
          {card.state === 'invited' && card.invitation ? `Until ${dayText(card.invitation.expiresAt)}` : `Since ${dayText(card.joinedAt)}`}
        </span>
        <Button label={`${words}: ${card.name}`} onClick={() => onMove(move, card)}>
          {words}
        </Button>
      </div>
    </li>
  );
}
