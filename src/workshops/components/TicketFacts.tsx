import { startOf } from '../../content/schedule.ts';
import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import css from './TicketFacts.module.css';

interface Props {
  workshop: WorkshopContent;
}

/** When, where and how long. The empty span takes the visitor's own time, which `LocalTime.astro` puts in. */
export function TicketFacts({ workshop }: Props) {
  return (
    <dl className={css.facts}>
      <div className={css.fact}>
        <dt>When</dt>
        <dd>
          <time dateTime={startOf(workshop).toISOString()}>
            <span className={`visually-hidden ${css.day}`}>{workshop.dateText}, </span>
            {workshop.timeText}
          </time>
          <span className={css.local} data-local-time={workshop.zone} />
        </dd>
      </div>
      <div className={css.fact}>
        <dt>Where</dt>
        <dd>{workshop.place}</dd>
      </div>
      <div className={css.fact}>
        <dt>Length</dt>
        <dd>{workshop.lengthText}</dd>
      </div>
    </dl>
  );
}
