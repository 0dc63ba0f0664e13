import type { FounderCard } from '../../server/routes/retreat.ts';
import { useFacts } from '../facts.ts';
import { Button } from '../components/Button.tsx';
import { FounderName } from '../people/PersonDialogs.tsx';
import { dayText, mediumDayText } from '../words.ts';
import { boardActions, type BoardAction } from './board-actions.ts';
import css from './BoardCard.module.css';

interface Props {
  card: FounderCard;
  hasParkedInvitation: boolean;
  isSelected: boolean;
  /** Left out if nobody can be selected. */
  onSelect?: (id: string) => void;
  /** Called with the card when its dragging begins, and with nothing when it ends. */
  onDrag: (card?: FounderCard) => void;
  /** Left out if the founder cannot be moved. */
  onAction?: (action: BoardAction, card: FounderCard) => void;
}

/** A founder as a place card. Its last button does the same as dragging it. */
export function BoardCard({ card, hasParkedInvitation, isSelected, onSelect, onDrag, onAction }: Props) {
  const { retreats } = useFacts();
  const { action, label } = boardActions[card.state];
  const later = retreats.find(({ slug }) => slug === card.movedTo);
  return (
    <li
      className={css.card}
      draggable={onAction !== undefined}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', card.name);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(card);
      }}
      onDragEnd={() => onDrag()}
    >
      <p className={css.name}>
        {onSelect && (
          <label>
            <input type="checkbox" aria-label={`Select ${card.name}`} checked={isSelected} onChange={() => onSelect(card.id)} />
          </label>
        )}
        <FounderName submissionId={card.submissionId} name={card.name} />
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
      {card.isPostponed && <p className={`small ${css.mark}`}>Answered “not this time”</p>}
      {hasParkedInvitation && <p className={`small ${css.alarm}`}>The newest email with the invitation did not arrive</p>}
      {card.shortNotice && <p className={`small ${css.mark}`}>Could come at two weeks’ notice</p>}
      {card.movedTo && <p className={`small ${css.mark}`}>Moved along to {later?.label ?? 'a later retreat'}</p>}
      <div className={`spread ${css.foot}`}>
        <span className="quiet small">{dayOf(card)}</span>
        {onAction && (
          <div className={`row ${css.actions}`}>
            {card.isExtendable && (
              <Button label={`Extend: ${card.name}`} onClick={() => onAction('extend', card)}>
                Extend
              </Button>
            )}
            <Button label={`${label}: ${card.name}`} onClick={() => onAction(action, card)}>
              {label}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

/** Returns when an invitation ends, or the day of the sign-up of a waiting founder. */
function dayOf({ state, expiresAt, joinedAt }: FounderCard): string {
  if (state === 'invited' && expiresAt) return `Until ${dayText(expiresAt)}`;
  return `${state === 'waiting' ? 'Since' : 'Signed up'} ${mediumDayText(joinedAt)}`;
}
