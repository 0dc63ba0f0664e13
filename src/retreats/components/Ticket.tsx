import { formatNumber } from '../../content/format.ts';
import type { RetreatContent } from '../../content/schemas/retreat.ts';
import { Section } from '../../ui/Section.tsx';
import css from './Ticket.module.css';

/** A drawn ticket that lists what it includes, with the price on its stub. Hidden on the public page until an organizer shows it. */
export function Ticket({ ticket: { heading, price, includes } }: { ticket: RetreatContent['ticket'] }) {
  const amount = formatNumber(price.amount, { style: 'currency', currency: price.currency, maximumFractionDigits: 0 });
  return (
    <Section id="ticket" heading={heading}>
      <div className={css.ticket}>
        <dl className={css.includes}>
          {includes.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <div className={css.stub}>
          <p className={css.amount}>{amount}</p>
          <p>{price.unit}</p>
          <p className={css.note}>{price.note}</p>
        </div>
      </div>
    </Section>
  );
}
