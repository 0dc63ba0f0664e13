import { useId, type ReactNode } from 'react';
import type { EntryState } from '../../../database/schema.ts';
import { formatNumber } from '../../../content/format.ts';
import { entryLabels } from '../../../retreats/entry-states.ts';
import { Button } from '../components/Button.tsx';
import css from './BoardColumn.module.css';

interface Props {
  state: EntryState;
  /** The number of founders in this state, shown or not. */
  count: number;
  /** The text in place of cards; left out if cards are shown. */
  empty?: string | undefined;
  /** Left out if all are shown. */
  onShowMore?: () => void;
  /** Whether the dragged card may be dropped here. */
  isDropTarget: boolean;
  onDrop: () => void;
  children: ReactNode;
}

/** The founders in one state. */
export function BoardColumn({ state, count, empty, onShowMore, isDropTarget, onDrop, children }: Props) {
  const id = useId();
  return (
    <section
      className={`${css.column} ${isDropTarget ? css.dropTarget : ''}`}
      aria-labelledby={id}
      data-state={state}
      onDragOver={(event) => {
        if (isDropTarget) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <h2 id={id}>
        {entryLabels[state]} <span className="quiet">{formatNumber(count)}</span>
      </h2>
      {empty ? (
        <p className={`quiet ${css.empty}`}>{empty}</p>
      ) : (
        <ul role="list" className="stack">
          {children}
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
