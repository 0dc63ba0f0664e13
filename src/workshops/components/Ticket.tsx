import { formatDay } from '../../content/format.ts';
import { startOfWorkshop } from '../../content/workshop-schedule.ts';
import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import { paths } from '../../paths.ts';
import { hasTurned, type Availability } from '../phases.ts';
import { VisitorTime } from './VisitorTime.tsx';
import css from './Ticket.module.css';

interface Props {
  workshop: WorkshopContent;
  availability: Availability;
}

/** The event as a ticket: the date as a block, the facts, and the stub that says what it costs. */
export function Ticket({ workshop, availability: { isOver, notice } }: Props) {
  const { on, series, title, price, seats, slug } = workshop;
  return (
    <section className={css.event} id="event" aria-labelledby="event-heading">
      <div className={css.ticket}>
        {notice && <p className={css.stamp}>{notice.title}</p>}
        <p className={`screen-only ${css.date}`} aria-hidden="true">
          <span className={css.weekday}>{formatDay(on, { weekday: 'long' })}</span>
          <span className={css.day}>{formatDay(on, { day: 'numeric' })}</span>
          <span>{formatDay(on, { month: 'long', year: 'numeric' })}</span>
        </p>
        <div className={css.body}>
          <p className={css.series}>{series}</p>
          <h2 className={css.title} id="event-heading">
            {title}
          </h2>
          <Facts workshop={workshop} />
        </div>
        <div className={css.stub}>
          <div>
            <p className={css.price}>{price}</p>
            {!hasTurned(workshop, isOver) && <p>{seats}</p>}
          </div>
          {!isOver && (
            <a className={`screen-only ${css.calendar}`} href={paths.calendar(slug)}>
              Add to calendar
            </a>
          )}
        </div>
      </div>
    </section>
  );
}

/** When, where and how long. */
function Facts({ workshop }: Pick<Props, 'workshop'>) {
  return (
    <dl className={css.facts}>
      <div className={css.fact}>
        <dt>When</dt>
        <dd>
          <time dateTime={startOfWorkshop(workshop).toISOString()}>
            <span className={`visually-hidden ${css.dateText}`}>{workshop.dateText}, </span>
            {workshop.timeText}
          </time>
          <VisitorTime className={css.local} workshop={workshop} />
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
