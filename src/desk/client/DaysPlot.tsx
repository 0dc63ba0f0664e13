import { useId, useState } from 'react';
import type { Tally } from '../server/shapes.ts';
import { Bars } from './Bars.tsx';
import { Choice } from './Choice.tsx';
import { Legend } from './Legend.tsx';
import css from './Plot.module.css';
import { spans } from './spans.ts';
import type { SpanName } from './spans.ts';
import { Empty } from './State.tsx';
import { formatNumber } from '../../content/format.ts';

/** Sign-ups over time, and the numbers behind them. */
export function DaysPlot({ days }: { days: Tally[] }) {
  const [span, setSpan] = useState<SpanName>('days');
  const id = useId();
  const bars = spans[span].of(days);
  const total = bars.reduce((sum, [, waitlist, workshop]) => sum + waitlist + workshop, 0);
  const most = bars.reduce((one, other) => (one[1] + one[2] >= other[1] + other[2] ? one : other));
  const inWords =
    total === 0
      ? `Nobody signed up in the ${spans[span].name.toLowerCase()}.`
      : `${formatNumber(total)} in the ${spans[span].name.toLowerCase()}; the most, ${formatNumber(most[1] + most[2])}, ${spans[span].on(most[0])}.`;
  return (
    <section className={css.plot} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>Sign-ups over time</h2>
        <Choice
          label="Span"
          value={span}
          options={Object.entries(spans).map(([value, { name }]) => [value as SpanName, name])}
          onChange={setSpan}
        />
      </div>
      <Legend />
      {total === 0 ? <Empty>{inWords}</Empty> : <Bars bars={bars} label={inWords} short={spans[span].short} />}
      <details className={css.behind}>
        <summary>The numbers</summary>
        <div className={css.numbers} tabIndex={0} role="region" aria-label="Sign-ups over time, as a table">
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col">Waitlist</th>
                <th scope="col">Workshops</th>
              </tr>
            </thead>
            <tbody>
              {bars.toReversed().map(([label, waitlist, workshop]) => (
                <tr key={label}>
                  <th scope="row">{spans[span].short(label)}</th>
                  <td>{formatNumber(waitlist)}</td>
                  <td>{formatNumber(workshop)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}
