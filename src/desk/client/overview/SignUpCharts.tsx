import { useId, useState } from 'react';
import { formatNumber } from '../../../content/format.ts';
import type { Tally } from '../../server/routes/overview.ts';
import { Choice } from '../components/Choice.tsx';
import { Empty } from '../components/Messages.tsx';
import { TableHead } from '../components/TableHead.tsx';
import { Bars } from './Bars.tsx';
import css from './SignUpCharts.module.css';
import { signUpsIn, spanNames, spans, totalOf } from './spans.ts';

/** Sign-ups over time, and the numbers behind them. */
export function SignUpsOverTime({ days }: { days: Tally[] }) {
  const [chosen, setChosen] = useState<keyof typeof spanNames>('days');
  const id = useId();
  const span = spans[chosen];
  const bars = span.barsOf(days);
  const total = signUpsIn(bars);
  const most = bars.reduce((a, b) => (totalOf(a) >= totalOf(b) ? a : b));
  const sentence =
    total === 0
      ? `Nobody signed up ${span.within}.`
      : `${formatNumber(total)} ${span.within}; the most, ${formatNumber(totalOf(most))}, ${span.when(most.label)}.`;
  return (
    <section className="stack ruled" aria-labelledby={id}>
      <div className={`spread ${css.head}`}>
        <h2 id={id}>Sign-ups over time</h2>
        <Choice label="Span" value={chosen} options={spanNames} onChange={setChosen} />
      </div>
      <ul className={`quiet row small ${css.legend}`} role="list">
        <li className={css.waitlist}>Waitlist</li>
        <li className={css.workshop}>Workshops</li>
      </ul>
      {total === 0 ? <Empty>{sentence}</Empty> : <Bars bars={bars} label={sentence} shortLabel={span.shortLabel} />}
      <details>
        <summary>The numbers</summary>
        <div className={css.numbers} tabIndex={0} role="region" aria-label="Sign-ups over time, as a table">
          <table>
            <TableHead headings={['From', 'Waitlist', 'Workshops']} />
            <tbody>
              {bars.toReversed().map(({ label, waitlist, workshop }) => (
                <tr key={label}>
                  <th scope="row">{span.shortLabel(label)}</th>
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

/** Sign-ups by system size: a table whose numbers are drawn as bars, too. */
export function SignUpsBySize({ sizes }: { sizes: Tally[] }) {
  const most = Math.max(...sizes.map(totalOf), 0);
  return (
    <section className="stack ruled" aria-labelledby="by-size">
      <h2 id="by-size">By system size, on record</h2>
      {most === 0 ? (
        <Empty>Nobody has signed up yet.</Empty>
      ) : (
        <table className={css.sizes}>
          <TableHead headings={['System size', 'Waitlist', 'Workshops']} />
          <tbody>
            {sizes.map((size) => (
              <tr key={size.label}>
                <th scope="row">{size.label}</th>
                {(['waitlist', 'workshop'] as const).map((kind) => (
                  <td key={kind}>
                    <span className={css.measure}>
                      <span className={`${css.bar} ${css[kind]}`} style={{ width: `calc((100% - 3.5rem) * ${size[kind] / most})` }} />
                      {formatNumber(size[kind])}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
