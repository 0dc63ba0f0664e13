import type { Summary } from '../server/shapes.ts';
import { useLoaded } from './ask.ts';
import { DaysPlot } from './DaysPlot.tsx';
import { useLive } from './live.tsx';
import { Seats } from './Seats.tsx';
import { SizesPlot } from './SizesPlot.tsx';
import { Failure, Waiting } from './State.tsx';
import css from './Today.module.css';
import { Attention } from './Attention.tsx';
import { formatDay, formatNumber } from '../../content/format.ts';

/** What happened, at a glance. */
export function Today() {
  const { versions } = useLive();
  const { data, error } = useLoaded<Summary>('/api/summary', JSON.stringify(versions));
  const today = data?.days.at(-1)?.[0];
  return (
    <>
      <header>
        <p className={css.date}>{today ? formatDay(today, { dateStyle: 'full' }) : '\u00a0'}</p>
        <h1>Today at the house</h1>
      </header>
      {error && <Failure>{error}</Failure>}
      {data ? <Numbers summary={data} /> : !error && <Waiting />}
    </>
  );
}

function Numbers({ summary }: { summary: Summary }) {
  const numbers = [
    ['Today', summary.today],
    ['Yesterday', summary.yesterday],
    ['Last seven days', summary.week],
    ['On the waitlist form', summary.waitlist],
    ['In workshops', summary.workshop],
  ] as const;
  return (
    <>
      <section className={css.top} aria-label="Numbers">
        <dl className={css.numbers}>
          {numbers.map(([label, number]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatNumber(number)}</dd>
            </div>
          ))}
        </dl>
        <Attention summary={summary} />
        <Seats seats={summary.seats} />
      </section>
      <div className={css.plots}>
        <DaysPlot days={summary.days} />
        <SizesPlot sizes={summary.sizes} />
      </div>
    </>
  );
}
