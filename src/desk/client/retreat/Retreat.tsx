import { useState } from 'react';
import { pluralize } from '../../../content/format.ts';
import { takesSeat } from '../../../retreats/entry-states.ts';
import { maxFoundersInColumn } from '../../../retreats/limits.ts';
import type { SiteFacts } from '../../server/context.ts';
import type { FounderCard, RetreatBoard } from '../../server/routes/retreat.ts';
import { Button } from '../components/Button.tsx';
import { CountFound, LoadingOrFailure } from '../components/Messages.tsx';
import { PersonDialogs } from '../people/PersonDialogs.tsx';
import { Seats } from '../components/Seats.tsx';
import { useNotice, type ShowNotice } from '../components/use-notice.tsx';
import { Board } from './Board.tsx';
import { BoardFilters } from './BoardFilters.tsx';
import type { BoardAction } from './board-actions.ts';
import { CloseRetreat } from './CloseRetreat.tsx';
import { BoardActionDialog } from './BoardActionDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { Reading } from './Reading.tsx';
import { Select } from '../components/Select.tsx';
import { retreatOptions } from '../words.ts';
import { useFacts, useMayChange } from '../facts.ts';
import css from './Retreat.module.css';
import { isFiltering, noFilter, useBoard } from './use-board.ts';

/** How many founders a column shows at first, and how many more at each press. */
const shownAtOnce = 100;

/** The dialog that is open. */
type OpenDialog =
  | { kind: 'invite'; cards: FounderCard[] }
  | { kind: 'act'; action: BoardAction; card: FounderCard }
  | { kind: 'read'; cards: FounderCard[] };

/** The board of a retreat, with the dialogs that its buttons open. The founders of a closed retreat can no longer be moved. */
export function Retreat() {
  const facts = useFacts();
  const mayChange = useMayChange();
  const [slug, setSlug] = useState(facts.featuredRetreat);
  const [filter, setFilter] = useState(noFilter);
  const [limit, setLimit] = useState(shownAtOnce);
  const { data: board, error, isPrevious } = useBoard(slug, { filter, limit });
  const [selected, setSelected] = useState<string[]>([]);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [notice, showNotice] = useNotice();

  const retreat = facts.retreats.find((each) => each.slug === slug)!;
  const waiting = board?.cards.filter(({ state }) => state === 'waiting') ?? [];
  const selectedCards = waiting.filter(({ id, isMovable }) => isMovable && selected.includes(id));

  function changeRetreat(chosen: string): void {
    setSlug(chosen);
    setFilter({ ...filter, brand: '' });
  }

  function toggle(id: string): void {
    setSelected(selected.includes(id) ? selected.filter((each) => each !== id) : [...selected, id]);
  }

  const closeDialog = () => setDialog(undefined);

  const finish: ShowNotice = (...done) => {
    closeDialog();
    setSelected([]);
    showNotice(...done);
  };

  return (
    <PersonDialogs>
      <Header retreat={retreat} board={board} onChange={changeRetreat} />
      <BoardFilters brands={board?.brands ?? []} filter={filter} onChange={setFilter} />
      <LoadingOrFailure data={board} error={error} />
      <CountFound className="visually-hidden" isPrevious={isPrevious} text={board && isFiltering(filter) ? foundText(board) : ''} />
      {notice}
      {board && (
        <>
          {(board.isClosable || board.closure) && <CloseRetreat key={slug} slug={slug} label={retreat.label} closure={board.closure} />}
          {waiting.length > 0 && (
            <div className="row">
              <Button onClick={() => setDialog({ kind: 'read', cards: waiting })}>Read one by one</Button>
              {selectedCards.length > 0 && (
                <>
                  <Button kind="action" onClick={() => setDialog({ kind: 'invite', cards: selectedCards })}>
                    Invite the {pluralize(selectedCards.length, 'selected founder')}
                  </Button>
                  <Button onClick={() => setSelected([])}>Clear the selection</Button>
                </>
              )}
            </div>
          )}
          <Board
            board={board}
            isFiltered={isFiltering(filter)}
            selected={selected}
            onSelect={toggle}
            onAction={mayChange ? (action, card) => setDialog({ kind: 'act', action, card }) : undefined}
            onShowMore={limit < maxFoundersInColumn ? () => setLimit(limit + shownAtOnce) : undefined}
          />
        </>
      )}
      {dialog?.kind === 'invite' && <InviteDialog cards={dialog.cards} onDone={finish} onClose={closeDialog} />}
      {dialog?.kind === 'act' && <BoardActionDialog action={dialog.action} card={dialog.card} onDone={finish} onClose={closeDialog} />}
      {dialog?.kind === 'read' && <Reading cards={dialog.cards} onClose={closeDialog} />}
    </PersonDialogs>
  );
}

/** Says how many founders match, apart from those with a seat or an invitation, who are always shown. */
function foundText({ cards, cut }: RetreatBoard): string {
  const found = cards.filter(({ state }) => !takesSeat(state)).length;
  return `${cut.length > 0 ? 'More than ' : ''}${pluralize(found, 'founder')} found`;
}

interface HeaderProps {
  /** The retreat that is shown. */
  retreat: SiteFacts['retreats'][number];
  /** Its board, once it has arrived. */
  board: RetreatBoard | undefined;
  onChange: (slug: string) => void;
}

/** The choice of a retreat, if there are several, and its seats until it is closed. */
function Header({ retreat: { slug, label, capacity }, board, onChange }: HeaderProps) {
  const facts = useFacts();
  return (
    <header className={`stack ${css.head}`}>
      <div>
        <h1>The retreat</h1>
        {facts.retreats.length === 1 ? (
          <p className="subtitle">{label}</p>
        ) : (
          <Select label="Retreat" value={slug} options={retreatOptions(facts)} onChange={onChange} />
        )}
      </div>
      {board && !board.closure && (
        <div>
          <Seats seats={{ capacity, ...board.counts }} isBeside />
        </div>
      )}
    </header>
  );
}
