import { useState } from 'react';
import { formatNumber, pluralize } from '../../../content/format.ts';
import { channelText } from '../../../outbox/problem-text.ts';
import type { Delivery } from '../../../outbox/repository.ts';
import type { DeliveriesPage, DeliveryRow } from '../../server/routes/deliveries.ts';
import { useChange, useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Choice } from '../components/Choice.tsx';
import { allOption } from '../components/Select.tsx';
import { Empty, Failure, Loading, Notice } from '../components/Messages.tsx';
import { SearchField } from '../components/TextField.tsx';
import { FounderName, PersonDialogs } from '../people/PersonDialogs.tsx';
import { TableHead } from '../components/TableHead.tsx';
import { deliveryLabels, deliveryMoment, deliveryText, hasEveryWord, kindText, momentText, noMailServer, retriedText } from '../words.ts';
import { useFacts, useMayChange } from '../facts.ts';
import css from './Deliveries.module.css';
import { isRetryable, RetryButton } from './RetryButton.tsx';

/** The state whose deliveries are listed; empty for all of them. */
type StateFilter = Delivery['state'] | '';

const emptyTexts: Record<StateFilter, string> = {
  parked: 'Nothing is parked. Every delivery arrived or will be retried automatically.',
  due: 'Nothing is on its way.',
  delivered: 'Nothing was delivered yet.',
  '': 'There are no deliveries yet.',
};

/** How many deliveries are shown at first, and how many more at each press. */
const shownAtOnce = 300;

/** A list of fewer deliveries needs no search. */
const searchedFrom = 10;

/** A request with more ids would be longer than the desk accepts. */
const retriedAtOnce = 1000;

/** One button retries both: what is parked, and what waits for another attempt. */
function retryAllText({ parked, failing }: DeliveriesPage): string {
  if (parked + failing === 1) return `Retry the ${parked > 0 ? 'parked' : 'waiting'} delivery`;
  const counts = [];
  if (parked > 0) counts.push(`${formatNumber(parked)} parked`);
  if (failing > 0) counts.push(`${formatNumber(failing)} waiting`);
  return `Retry all ${counts.join(' and ')}`;
}

const countText = (count: number) => pluralize(count, 'delivery', 'deliveries');

/** What was delivered, what is retried, what is parked until the organizer retries it, and why. */
export function Deliveries() {
  const facts = useFacts();
  const mayChange = useMayChange();
  const [chosenState, setChosenState] = useState<StateFilter>();
  const overview = useData<DeliveriesPage>('/api/deliveries?state=parked', ['deliveries']);
  // Parked deliveries need the organizer, so they are shown first.
  const stateFilter = chosenState ?? (overview.data?.parked ? 'parked' : '');
  const [limit, setLimit] = useState(shownAtOnce);
  const { data, error } = useData<DeliveriesPage>(`/api/deliveries?state=${stateFilter}&limit=${limit}`, ['deliveries']);
  /** Undefined until something was searched for: the field stays when it is emptied, even if the list has become short. */
  const [search, setSearch] = useState<string>();
  const rows = data?.rows ?? [];
  const words = search?.trim() ?? '';
  const found = rows.filter((row) => hasEveryWord(searchedText(row), words));
  const foundRetryable = found
    .filter(isRetryable)
    .slice(0, retriedAtOnce)
    .map(({ id }) => id);
  const retrying = useChange<{ count: number }>();
  /** Without ids, retries also what the list does not show. */
  const retry = (ids?: string[]) => retrying.mutate({ path: '/api/deliveries/retry', body: { ids } });

  return (
    <PersonDialogs>
      <header>
        <h1>Deliveries</h1>
        {data && (
          <p className="subtitle">
            {countText(data.parked)} parked, {formatNumber(data.due)} on the way
          </p>
        )}
      </header>
      <Failure>{error ?? retrying.error?.message}</Failure>
      {!facts.sendsMail && <p className="warning">{noMailServer} Set SMTP_URL and restart the site.</p>}
      {retrying.data && <Notice key={retrying.submittedAt}>{retriedText(retrying.data.count, facts)}</Notice>}
      <div className={`spread ${css.bar}`}>
        <Choice label="State" value={stateFilter} options={{ ...deliveryLabels, '': allOption[1] }} onChange={setChosenState} />
        {data !== undefined && data.parked + data.failing > 0 && mayChange && (
          <Button kind="action" onClick={() => retry()}>
            {retryAllText(data)}
          </Button>
        )}
      </div>
      {stateFilter === 'parked' && data && data.parked > 0 && mayChange && (
        <p className={`quiet ${css.hint}`}>Correct the problem, then press Retry.</p>
      )}
      {!data && !error && <Loading />}
      {data?.rows.length === 0 && <Empty>{emptyTexts[stateFilter]}</Empty>}
      {(search !== undefined || rows.length >= searchedFrom) && (
        <search>
          <SearchField label="Find a name, a kind or a problem" value={search ?? ''} onChange={setSearch} />
        </search>
      )}
      {data && words !== '' && (
        <div className={`spread ${css.bar}`}>
          <p role="status">
            {found.length} of {data.rows.length < data.total && 'the newest '}
            {countText(rows.length)}
          </p>
          {foundRetryable.length > 1 && mayChange && (
            <Button onClick={() => retry(foundRetryable)}>Retry the {countText(foundRetryable.length)} found</Button>
          )}
        </div>
      )}
      {found.length > 0 && <DeliveryTable rows={found} onRetry={(id) => retry([id])} />}
      {data && data.rows.length < data.total && (
        <p className={`spread ${css.bar}`}>
          The newest {formatNumber(data.rows.length)} of {formatNumber(data.total)}.
          <Button onClick={() => setLimit(limit + shownAtOnce)}>Show more</Button>
        </p>
      )}
    </PersonDialogs>
  );
}

/** The words of a delivery that are shown, apart from numbers. */
const searchedText = (row: DeliveryRow) =>
  [kindText(row.kind), row.name, channelText(row.channel), deliveryText(row), row.lastError].join('\n');

const DeliveryTable = ({ rows, onRetry }: { rows: DeliveryRow[]; onRetry: (id: string) => void }) => (
  <div className={css.region} role="region" aria-label="Deliveries" tabIndex={0}>
    <table>
      <TableHead headings={['Kind', 'About', 'Channel', 'State', 'Attempts', 'When', 'Problem', 'Retry']} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{kindText(row.kind)}</th>
            <td className={css.about}>{row.name && row.submissionId && <FounderName submissionId={row.submissionId} name={row.name} />}</td>
            <td>{channelText(row.channel)}</td>
            <td className={css[row.state]}>{deliveryText(row)}</td>
            <td className={css.attempts}>{row.attempts}</td>
            <td className={css.when}>{momentText(deliveryMoment(row))}</td>
            <td className={css.problem}>{row.lastError}</td>
            <td className={css.retry}>
              <RetryButton delivery={row} name={row.name} onRetry={() => onRetry(row.id)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
