import { useState } from 'react';
import type { EntryState } from '../../database/schema.ts';
import type { FounderCard, RetreatView } from '../server/shapes.ts';
import type { RoomProps } from './App.tsx';
import { useLoaded } from './ask.ts';
import { BoardColumn } from './BoardColumn.tsx';
import { useLive } from './live.tsx';
import { moveFor } from './moves.ts';
import type { Move } from './moves.ts';
import { MoveDialog } from './MoveDialog.tsx';
import type { Done } from './MoveDialog.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import css from './Retreat.module.css';
import { Seats } from './Seats.tsx';
import { Failure, Notice, Waiting } from './State.tsx';
import { entryWords } from './words.ts';

const way = ['waiting', 'invited', 'accepted'] as const;
const ended = ['declined', 'lapsed', 'cancelled', 'withdrawn'] as const;

const empty: Record<EntryState, string> = {
  waiting: 'Nobody waits.',
  invited: 'Nobody is invited just now. Drag someone here, or press Invite.',
  accepted: 'Nobody has accepted yet.',
  declined: 'Nobody has declined.',
  lapsed: 'No invitation has lapsed.',
  cancelled: 'Nobody has cancelled.',
  withdrawn: 'Nobody has left the list.',
};

/** The way from the waitlist to a seat, as a board. */
export function Retreat({ facts }: RoomProps) {
  const { versions } = useLive();
  const [search, setSearch] = useState('');
  const path = `/api/retreat?${new URLSearchParams({ search })}`;
  const { data, error } = useLoaded<RetreatView>(path, `${versions.entries} ${versions.submissions}`);
  const [move, setMove] = useState<{ move: Move; card: FounderCard }>();
  const [opened, setOpened] = useState<string>();
  const [done, setDone] = useState<Done>();
  const [dragged, setDragged] = useState<FounderCard>();

  const finish = (next: Done) => {
    setMove(undefined);
    setDone(next);
  };

  const column = (view: RetreatView, state: EntryState) => (
    <BoardColumn
      key={state}
      state={state}
      cards={view.cards.filter((card) => card.state === state)}
      count={view.counts[state]}
      empty={search ? 'Nobody here fits the search.' : empty[state]}
      takes={dragged && moveFor(dragged.state, state) !== undefined}
      onDrag={setDragged}
      onDrop={() => {
        const wanted = dragged && moveFor(dragged.state, state);
        if (dragged && wanted) setMove({ move: wanted, card: dragged });
        setDragged(undefined);
      }}
      onMove={(wanted, card) => setMove({ move: wanted, card })}
      onOpen={setOpened}
    />
  );

  return (
    <>
      <header className={css.head}>
        <div>
          <h1>The retreat</h1>
          <p className={css.of}>{facts.retreat}</p>
          <label className={css.search}>
            Find someone on the list
            <input type="search" autoComplete="off" spellCheck={false} value={search} onChange={({ target }) => setSearch(target.value)} />
          </label>
        </div>
        {data && (
          <div>
            <Seats seats={{ capacity: facts.capacity, ...data.counts }} beside />
          </div>
        )}
      </header>
      {error && <Failure>{error}</Failure>}
      {done && (
        <Notice key={done.text}>
          <p>{done.text}</p>
          {done.url && (
            <p>
              This is the link in her mail: <code>{done.url}</code>
            </p>
          )}
        </Notice>
      )}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <div className={css.board}>{way.map((state) => column(data, state))}</div>
          <details className={css.ended}>
            <summary>
              <h2>Ended</h2>
              <span>{ended.map((state) => `${data.counts[state]} ${entryWords[state].toLowerCase()}`).join(', ')}</span>
            </summary>
            <div className={css.four}>{ended.map((state) => column(data, state))}</div>
          </details>
        </>
      )}
      {move && (
        <MoveDialog
          {...move}
          facts={facts}
          atTable={data?.cards.filter(({ state }) => state === 'accepted' || state === 'invited') ?? []}
          onDone={finish}
          onClose={() => setMove(undefined)}
        />
      )}
      {opened && <PersonDialog id={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
