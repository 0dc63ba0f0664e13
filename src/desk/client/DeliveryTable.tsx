import type { DeliveryRow } from '../server/shapes.ts';
import { Button } from './Button.tsx';
import css from './Deliveries.module.css';
import { deliveryWords, kindText, momentText, wayText } from './words.ts';

export function DeliveryTable({ rows, onRetry }: { rows: DeliveryRow[]; onRetry: (id: string) => void }) {
  return (
    <div className={css.region} role="region" aria-label="Deliveries" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {['What', 'About', 'Way', 'State', 'Tries', 'When', 'Why it is not there', 'Again'].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{kindText(row.kind)}</th>
              <td>{row.name}</td>
              <td>{wayText(row.channel)}</td>
              <td className={css[row.state]}>{deliveryWords[row.state]}</td>
              <td>{row.attempts}</td>
              <td>{momentText(row.deliveredAt ?? (row.state === 'due' ? row.nextAttemptAt : row.createdAt))}</td>
              <td className={css.why}>{row.lastError}</td>
              <td>
                {row.state === 'parked' && (
                  <Button label={`Try again: ${kindText(row.kind)}${row.name && `, ${row.name}`}`} onClick={() => onRetry(row.id)}>
                    Try again
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
