import { useState } from 'react';
import { pluralize } from '../../../content/format.ts';
import { systemSizes } from '../../../forms/fields.ts';
import type { FounderCard } from '../../server/routes/retreat.ts';
import { Empty, LoadingOrFailure } from '../components/Messages.tsx';
import { useFacts } from '../facts.ts';
import { FounderName, PersonDialogs } from '../people/PersonDialogs.tsx';
import { Select } from '../components/Select.tsx';
import { TableHead } from '../components/TableHead.tsx';
import { entryLabels, takesSeat } from '../../../retreats/entry-states.ts';
import { retreatOptions } from '../words.ts';
import rowsAsCards from '../components/RowsAsCards.module.css';
import css from './Cohort.module.css';
import { SameBrand } from './SameBrand.tsx';
import { useBoard } from './use-board.ts';

/** The accepted and invited founders, by system size and by brand. */
export function Cohort() {
  const facts = useFacts();
  const [slug, setSlug] = useState(facts.featuredRetreat);
  const { data, error } = useBoard(slug);
  // In print, nothing else says it.
  const season = facts.retreats.find((retreat) => retreat.slug === slug)?.season;
  const cards = (data?.cards ?? []).filter(({ state }) => takesSeat(state));
  // A size that was an option of the form when a founder chose it may no longer be one.
  const sizes = [...new Set([...systemSizes, ...cards.map(({ systemSize }) => systemSize)])];
  const hasFounder = (size: string) => cards.some(({ systemSize }) => systemSize === size);
  const emptySizes = sizes.filter((size) => !hasFounder(size));
  return (
    <PersonDialogs>
      <header>
        <h1>The cohort</h1>
        {data && (
          <p className="subtitle">
            {season}: {pluralize(cards.length, 'founder')} accepted or invited
          </p>
        )}
      </header>
      {facts.retreats.length > 1 && (
        <div className="spread">
          <Select label="Retreat" value={slug} options={retreatOptions(facts)} onChange={setSlug} />
        </div>
      )}
      <LoadingOrFailure data={data} error={error} />
      {data && cards.length === 0 && (
        <Empty>Nobody is invited and nobody has a seat. Founders appear here once you invite them on the tab “The retreat”.</Empty>
      )}
      {cards.length > 0 && (
        <>
          <SameBrand cards={cards} />
          <table className={`${rowsAsCards.table} ${css.table}`}>
            <caption className="visually-hidden">Accepted and invited founders by system size</caption>
            <TableHead headings={['System size', 'Accepted', 'Invited']} />
            <tbody>
              {sizes.filter(hasFounder).map((size) => (
                <tr key={size}>
                  <th scope="row">{size}</th>
                  {(['accepted', 'invited'] as const).map((state) => (
                    <td key={state} data-label={entryLabels[state]}>
                      <Founders cards={cards.filter((card) => card.systemSize === size && card.state === state)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {emptySizes.length > 0 && <p className="quiet">Nobody from: {emptySizes.join(', ')}.</p>}
        </>
      )}
    </PersonDialogs>
  );
}

function Founders({ cards }: { cards: FounderCard[] }) {
  if (cards.length === 0) return <span className="quiet">Nobody</span>;
  return (
    <ul className={`row ${css.places}`} role="list">
      {cards.map(({ id, submissionId, name, brand, state }) => (
        <li key={id} data-state={state}>
          <bdi>
            <strong>{brand}</strong>
          </bdi>{' '}
          <FounderName submissionId={submissionId} name={name} />
        </li>
      ))}
    </ul>
  );
}
