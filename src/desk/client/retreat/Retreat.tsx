import { useState } from 'react';
import type { EntryState } from '../../../database/schema.ts';
import { pluralize } from '../../../content/format.ts';
import type { FounderCard, RetreatBoard } from '../../server/routes/retreat.ts';
import { useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Failure, Loading } from '../components/Messages.tsx';
import { PersonDialog } from '../people/PersonDialog.tsx';
import { Seats } from '../components/Seats.tsx';
import { entryLabels } from '../../../retreats/entry-states.ts';
import { BoardFilters, boardQuery, noFilter } from './BoardFilters.tsx';
import { BoardCard } from './BoardCard.tsx';
import { BoardColumn } from './BoardColumn.tsx';
import { boardActions, type BoardAction } from './board-actions.ts';
import { CloseRetreat } from './CloseRetreat.tsx';
import { BoardActionDialog } from './BoardActionDialog.tsx';
import { DoneNotice, type Done } from './DoneNotice.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { Reading } from './Reading.tsx';
import { Select } from '../components/Select.tsx';
import { retreatOptions } from '../words.ts';
import { useFacts, useMayChange } from '../facts.ts';
import css from './Retreat.module.css';

/** How many founders a column shows at first, and how many more at each press. */
const shownAtOnce = 100;

const active = ['waiting', 'invited', 'accepted'] as const;
const ended = ['declined', 'lapsed', 'cancelled', 'withdrawn'] as const;

const empty: Record<EntryState, string> = {
  waiting: 'Nobody is waiting.',
  invited: 'Nobody is invited now.',
  accepted: 'Nobody has accepted yet.',
  declined: 'Nobody has declined.',
  lapsed: 'No invitation has lapsed.',
  cancelled: 'Nobody has cancelled.',
  withdrawn: 'Nobody has left the waitlist.',
};

const emptyText = (state: EntryState, mayMove: boolean) =>
  state === 'invited' && mayMove ? `${empty[state]} Drag a card here, or press Invite.` : empty[state];

/** The way from the waitlist to a seat, as a board. No founder of a closed retreat moves any more. */
export function Retreat() {
  const facts = useFacts();
  const mayChange = useMayChange();
  const [slug, setSlug] = useState(facts.featuredRetreat);
  const [filter, setFilter] = useState(noFilter);
  const [limit, setLimit] = useState(shownAtOnce);
  const { data, error } = useData<RetreatBoard>(`/api/retreat?${boardQuery(slug, filter)}&limit=${limit}`, ['entries', 'submissions']);
  const [invited, setInvited] = useState<FounderCard[]>();
  const [confirmed, setConfirmed] = useState<{ action: Exclude<BoardAction, 'invite'>; card: FounderCard }>();
  const [opened, setOpened] = useState<string>();
  const [done, setDone] = useState<Done>();
  const [dragged, setDragged] = useState<FounderCard>();
  const [chosen, setChosen] = useState<string[]>([]);
  const [isReading, setIsReading] = useState(false);

  const { label, capacity } = facts.retreats.find((one) => one.slug === slug)!;

  const mayMove = mayChange && data?.closure === null;
  const isFiltered = filter.search !== '' || filter.size !== '' || filter.brand !== '' || filter.since !== '';
  const waiting = data?.cards.filter(({ state }) => state === 'waiting') ?? [];
  const selected = mayMove ? waiting.filter(({ id }) => chosen.includes(id)) : [];

  const finish = (result: Done) => {
    setInvited(undefined);
    setConfirmed(undefined);
    setChosen([]);
    setDone(result);
  };

  const ask = (action: BoardAction, card: FounderCard) => {
    if (action === 'invite') setInvited([card]);
    else setConfirmed({ action, card });
  };

  const choose = (id: string) => setChosen((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));

  /** Returns whether the dragged card may be dropped on the column of a state. */
  const takes = (state: EntryState) => dragged !== undefined && boardActions[dragged.state].to === state;

  const drop = (to: EntryState) => {
    if (dragged && takes(to)) ask(boardActions[dragged.state].action, dragged);
    setDragged(undefined);
  };

  const column = (board: RetreatBoard, state: EntryState) => (
    <BoardColumn
      key={state}
      state={state}
      count={board.counts[state]}
      empty={isFiltered ? 'Nobody here matches the search.' : emptyText(state, mayMove)}
      onShowMore={board.cut.includes(state) ? () => setLimit(limit + shownAtOnce) : undefined}
      takes={takes(state)}
      onDrop={() => drop(state)}
    >
      {board.cards
        .filter((card) => card.state === state)
        .map((card) => (
          <BoardCard
            key={card.id}
            card={card}
            isChosen={chosen.includes(card.id)}
            onChoose={mayMove && state === 'waiting' ? choose : undefined}
            onDrag={setDragged}
            onAction={mayMove ? ask : undefined}
            onOpen={setOpened}
          />
        ))}
    </BoardColumn>
  );

  return (
    <>
      <header className={css.head}>
        <div>
          <h1>The retreat</h1>
          {facts.retreats.length === 1 ? (
            <p className="subtitle">{label}</p>
          ) : (
            <Select
              label="Retreat"
              value={slug}
              options={retreatOptions(facts.retreats)}
              onChange={(chosenSlug) => {
                setSlug(chosenSlug);
                setFilter((before) => ({ ...before, brand: '' }));
              }}
            />
          )}
        </div>
        {data && !data.closure && (
          <div>
            <Seats seats={{ capacity, ...data.counts }} beside />
          </div>
        )}
      </header>
      <BoardFilters brands={data?.brands ?? []} filter={filter} onChange={setFilter} />
      {error && <Failure>{error}</Failure>}
      {done && <DoneNotice done={done} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          {(data.hasEnded || data.closure) && <CloseRetreat key={slug} slug={slug} label={label} closure={data.closure} />}
          <div className="row">
            {waiting.length > 0 && <Button onClick={() => setIsReading(true)}>Read one by one</Button>}
            {selected.length > 0 && (
              <>
                <Button kind="action" onClick={() => setInvited(selected)}>
                  Invite the {pluralize(selected.length, 'selected founder')}
                </Button>
                <Button onClick={() => setChosen([])}>Clear the selection</Button>
              </>
            )}
          </div>
          <div className={css.board}>{active.map((state) => column(data, state))}</div>
          <details className={`ruled ${css.ended}`}>
            <summary className="quiet">
              <h2>Ended</h2>
              <span>{ended.map((state) => `${data.counts[state]} ${entryLabels[state].toLowerCase()}`).join(', ')}</span>
            </summary>
            <div className={css.four}>{ended.map((state) => column(data, state))}</div>
          </details>
        </>
      )}
      {invited && <InviteDialog cards={invited} onDone={finish} onClose={() => setInvited(undefined)} />}
      {confirmed && <BoardActionDialog {...confirmed} onDone={finish} onClose={() => setConfirmed(undefined)} />}
      {isReading && <Reading cards={waiting} mayInvite={mayMove} onClose={() => setIsReading(false)} />}
      {opened && <PersonDialog id={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
