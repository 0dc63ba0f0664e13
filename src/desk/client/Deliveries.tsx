import { useState } from 'react';
import type { Delivery } from '../../outbox/repository.ts';
import type { DeliveriesView } from '../server/shapes.ts';
import { change, useLoaded } from './ask.ts';
import { Button } from './Button.tsx';
import { Choice } from './Choice.tsx';
import css from './Deliveries.module.css';
import { DeliveryTable } from './DeliveryTable.tsx';
import { useLive } from './live.tsx';
import { Empty, Failure, Notice, Waiting } from './State.tsx';
import { formatNumber, pluralize } from '../../content/format.ts';
import { deliveryWords } from './words.ts';

type Shown = Delivery['state'] | '';

const empty: Record<Shown, string> = {
  parked: 'Nothing is parked: everything arrives, or is tried again by itself.',
  due: 'Nothing is on its way.',
  delivered: 'Nothing has arrived yet.',
  '': 'There is nothing to send on yet.',
};

/** What was sent on, what is tried again, what waits for the organizer, and why. */
export function Deliveries() {
  const { versions } = useLive();
  const [chosen, setChosen] = useState<Shown>();
  const [done, setDone] = useState<{ text: string; at: number }>();
  const [failed, setFailed] = useState('');
  const overview = useLoaded<DeliveriesView>('/api/deliveries?state=parked', versions.deliveries);
  // What waits for her comes first; where nothing does, everything.
  const shown = chosen ?? (overview.data?.parked ? 'parked' : '');
  const { data, error } = useLoaded<DeliveriesView>(`/api/deliveries?state=${shown}`, versions.deliveries);

  const retry = async (ids?: string[]) => {
    try {
      const { count } = await change<{ count: number }>('/api/deliveries/retry', ids ? { ids } : {});
      setFailed('');
      setDone({
        text: `${pluralize(count, 'delivery', 'deliveries')} to be tried again. The site does it within a second.`,
        at: Date.now(),
      });
    } catch (failure) {
      setFailed((failure as Error).message);
    }
  };

  return (
    <>
      <header>
        <h1>Deliveries</h1>
        {data && (
          <p className={css.of}>
            {pluralize(data.parked, 'delivery', 'deliveries')} parked, {data.due} on the way
          </p>
        )}
      </header>
      {(error ?? failed) && <Failure>{error ?? failed}</Failure>}
      {done && (
        <Notice key={done.at}>
          <p>{done.text}</p>
        </Notice>
      )}
      <div className={css.bar}>
        <Choice
          label="Which"
          value={shown}
          options={[
            ...(['parked', 'due', 'delivered'] as const).map((state): [Shown, string] => [state, deliveryWords[state]]),
            ['', 'All'],
          ]}
          onChange={setChosen}
        />
        {data !== undefined && data.parked > 0 && (
          <Button kind="action" onClick={() => void retry()}>
            Try all {data.parked} parked again
          </Button>
        )}
      </div>
      {!data && !error && <Waiting />}
      {data?.rows.length === 0 && <Empty>{empty[shown]}</Empty>}
      {data && data.rows.length < data.total && (
        <p>
          The newest {formatNumber(data.rows.length)} of {formatNumber(data.total)}; <code>bin/organizer deliveries list</code> has them
          all.
        </p>
      )}
      {data && data.rows.length > 0 && <DeliveryTable rows={data.rows} onRetry={(id) => void retry([id])} />}
    </>
  );
}
