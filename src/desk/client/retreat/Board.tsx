import { useId, useState } from 'react';
import type { EntryState } from '../../../database/schema.ts';
import { formatNumber } from '../../../content/format.ts';
import { entryLabels } from '../../../retreats/entry-states.ts';
import type { FounderCard, RetreatBoard } from '../../server/routes/retreat.ts';
import { Button } from '../components/Button.tsx';
import { BoardCard } from './BoardCard.tsx';
import { boardActions, type BoardAction } from './board-actions.ts';
import css from './Board.module.css';

const active = ['waiting', 'invited', 'accepted'] as const;
const ended = ['declined', 'lapsed', 'cancelled', 'withdrawn'] as const;

const emptyTexts: Record<EntryState, string> = {
  waiting: 'Nobody is waiting.',
  invited: 'Nobody is invited now.',
  accepted: 'Nobody has accepted yet.',
  declined: 'Nobody has declined.',
  lapsed: 'No invitation has lapsed.',
  cancelled: 'Nobody has cancelled.',
  withdrawn: 'Nobody has left the waitlist.',
};

interface Props {
  board: RetreatBoard;
  /** Whether the board shows only the founders who match a search. */
  isFiltered: boolean;
  /** The ids of the selected founders. */
  selected: string[];
  onSelect: (id: string) => void;
  /** Left out for readers, who cannot move a founder. */
  onAction?: ((action: BoardAction, card: FounderCard) => void) | undefined;
  /** Left out if no column can show more founders. */
  onShowMore: (() => void) | undefined;
}

/** The founders of a retreat in columns by their state. A card that is dropped on a column does the same as its button. */
export function Board({ board, isFiltered, selected, onSelect, onAction, onShowMore }: Props) {
  const id = useId();
  const [dragged, setDragged] = useState<FounderCard>();
  const mayInvite = ({ state, isMovable }: FounderCard) => onAction !== undefined && state === 'waiting' && isMovable;

  const isDropTarget = (state: EntryState) => dragged !== undefined && boardActions[dragged.state].to === state;

  function drop(state: EntryState): void {
    if (dragged && isDropTarget(state)) onAction?.(boardActions[dragged.state].action, dragged);
    setDragged(undefined);
  }

  function emptyText(state: EntryState): string {
    if (isFiltered) return 'Nobody here matches the search.';
    return state === 'invited' && board.cards.some(mayInvite)
      ? `${emptyTexts.invited} Drag a card here, or press Invite.`
      : emptyTexts[state];
  }

  function column(state: EntryState) {
    const cards = board.cards.filter((card) => card.state === state);
    const headingId = `${id}${state}`;
    return (
      <section
        key={state}
        className={`${css.column} ${isDropTarget(state) ? css.dropTarget : ''}`}
        aria-labelledby={headingId}
        data-state={state}
        onDragOver={(event) => {
          if (isDropTarget(state)) event.preventDefault();
        }}
        onDrop={(event) => {
          event.preventDefault();
          drop(state);
        }}
      >
        <h2 id={headingId}>
          {entryLabels[state]} <span className="quiet">{formatNumber(board.counts[state])}</span>
        </h2>
        {cards.length === 0 ? (
          <p className={`quiet ${css.empty}`}>{emptyText(state)}</p>
        ) : (
          <ul role="list" className="stack">
            {cards.map((card) => (
              <BoardCard
                key={card.id}
                card={card}
                hasParkedInvitation={board.withParkedInvitation.includes(card.id)}
                isSelected={selected.includes(card.id)}
                onSelect={mayInvite(card) ? onSelect : undefined}
                onDrag={setDragged}
                onAction={card.isMovable ? onAction : undefined}
              />
            ))}
          </ul>
        )}
        {board.cut.includes(state) && (
          <p className={onShowMore ? undefined : 'quiet'}>
            {onShowMore ? (
              <Button label={`Show more: ${entryLabels[state]}`} onClick={onShowMore}>
                Show more
              </Button>
            ) : (
              'Search to find the others.'
            )}
          </p>
        )}
      </section>
    );
  }

  return (
    <>
      <div className={`stack roomy ${css.board}`}>{active.map(column)}</div>
      <details className={`ruled ${css.ended}`}>
        <summary className="quiet">
          <h2>Ended</h2>
          <span>{ended.map((state) => `${board.counts[state]} ${entryLabels[state].toLowerCase()}`).join(', ')}</span>
        </summary>
        <div className={css.four}>{ended.map(column)}</div>
      </details>
    </>
  );
}
