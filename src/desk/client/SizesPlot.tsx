import type { Tally } from '../server/shapes.ts';
import css from './Plot.module.css';
import { Empty } from './State.tsx';
import { formatNumber } from '../../content/format.ts';

/** Sign-ups by the size of the system: a table whose numbers are drawn as well. */
export function SizesPlot({ sizes }: { sizes: Tally[] }) {
  const most = Math.max(...sizes.map(([, waitlist, workshop]) => waitlist + workshop), 0);
  return (
    <section className={css.plot} aria-labelledby="by-size">
      <h2 id="by-size">By system size</h2>
      {most === 0 ? (
        <Empty>Nobody has signed up yet.</Empty>
      ) : (
        <table className={css.sizes}>
          <thead>
            <tr>
              <th scope="col">System size</th>
              <th scope="col" className={css.waitlist}>
                Waitlist
              </th>
              <th scope="col" className={css.workshop}>
                Workshops
              </th>
            </tr>
          </thead>
          <tbody>
            {sizes.map(([size, waitlist, workshop]) => (
              <tr key={size}>
                <th scope="row">{size}</th>
                <Bar kind="waitlist" count={waitlist} most={most} />
                <Bar kind="workshop" count={workshop} most={most} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Bar({ kind, count, most }: { kind: 'waitlist' | 'workshop'; count: number; most: number }) {
  return (
    <td>
      <span className={css.measure}>
        <span className={`${css.bar} ${css[kind]}`} style={{ width: `calc((100% - 3.5rem) * ${count / most})` }} />
        {formatNumber(count)}
      </span>
    </td>
  );
}
