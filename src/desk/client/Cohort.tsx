import type { FounderCard, RetreatView } from '../server/shapes.ts';
import type { RoomProps } from './App.tsx';
import { useLoaded } from './ask.ts';
import css from './Cohort.module.css';
import { useLive } from './live.tsx';
import { Empty, Failure, Waiting } from './State.tsx';
import { pluralize } from '../../content/format.ts';
import { entryWords } from './words.ts';

/** Who would sit at the table together, by the size of what they run, and by brand. */
export function Cohort({ facts }: RoomProps) {
  const { versions } = useLive();
  const { data, error } = useLoaded<RetreatView>('/api/retreat', `${versions.entries} ${versions.submissions}`);
  const cards = (data?.cards ?? []).filter(({ state }) => state === 'accepted' || state === 'invited');
  return (
    <>
      <header>
        <h1>The cohort</h1>
        {data && <p className={css.of}>{pluralize(cards.length, 'founder')} accepted or invited</p>}
      </header>
      {error && <Failure>{error}</Failure>}
      {!data && !error && <Waiting />}
      {data && cards.length === 0 && <Empty>Nobody is invited yet. The table fills as you invite founders in the retreat’s room.</Empty>}
      {cards.length > 0 && (
        <>
          <Doubles cards={cards} />
          <table className={css.table}>
            <caption className="visually-hidden">Accepted and invited founders by system size</caption>
            <thead>
              <tr>
                <th scope="col">System size</th>
                <th scope="col">Accepted</th>
                <th scope="col">Invited</th>
              </tr>
            </thead>
            <tbody>
              {facts.sizes.map((size) => (
                <tr key={size}>
                  <th scope="row">{size}</th>
                  {(['accepted', 'invited'] as const).map((state) => (
                    <td key={state}>
                      <Places cards={cards.filter((card) => card.systemSize === size && card.state === state)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  );
}

function Places({ cards }: { cards: FounderCard[] }) {
  if (cards.length === 0) return <span className={css.nobody}>Nobody</span>;
  return (
    <ul className={css.places} role="list">
      {cards.map(({ id, name, brand, state }) => (
        <li key={id} data-state={state}>
          <strong>{brand}</strong> {name}
        </li>
      ))}
    </ul>
  );
}

/** Founders of one brand, however they spell it. */
function Doubles({ cards }: { cards: FounderCard[] }) {
  const brands = [...Map.groupBy(cards, ({ brandKey }) => brandKey).values()].filter((group) => group.length > 1);
  if (brands.length === 0) return <p>Every brand is there once.</p>;
  return (
    <div className={css.warning} role="alert">
      {brands.map((group) => (
        <p key={group[0]?.brandKey}>
          {pluralize(group.length, 'founder')} of one brand:{' '}
          {group.map(({ name, brand, state }) => `${name} of ${brand} (${entryWords[state].toLowerCase()})`).join(', ')}.
        </p>
      ))}
    </div>
  );
}
