import { useState } from 'react';
import { Link } from 'wouter';
import { formatDay, formatNumber, pluralize } from '../../../content/format.ts';
import { workshopPageId } from '../../../editing/preview/page-ids.ts';
import { failureText } from '../../../outbox/problem-text.ts';
import { clockDoubtText } from '../../../people/clock-check.ts';
import { missingAddressText } from '../../../workshops/meeting-link-texts.ts';
import type { StillWaiting } from '../../server/routes/move-along.ts';
import type { Overview as Data } from '../../server/routes/overview.ts';
import type { WorkshopTask } from '../../server/routes/workshop-tasks.ts';
import { useData } from '../api.ts';
import { LoadingOrFailure, Notice } from '../components/Messages.tsx';
import { Seats } from '../components/Seats.tsx';
import { momentText, noMailServer, retriedText } from '../words.ts';
import { useFacts } from '../facts.ts';
import { DriftedItem } from './DriftedItem.tsx';
import css from './Overview.module.css';
import { MoveAlongDialog, StillWaitingItem } from './StillWaitingItem.tsx';
import { SignUpsBySize, SignUpsOverTime } from './SignUpCharts.tsx';
import { signUpsIn } from './spans.ts';

/** What happened, and what needs the organizer's attention. */
export function Overview() {
  const { data, error } = useData<Data>('/api/overview', ['submissions', 'entries', 'deliveries', 'letters', 'meetingLinks']);
  const today = data?.days.at(-1)?.label;
  return (
    <>
      <header>
        <p className={`subtitle ${css.date}`}>{today ? formatDay(today, { dateStyle: 'full' }) : '\u00a0'}</p>
        <h1>Today</h1>
      </header>
      <LoadingOrFailure data={data} error={error} />
      {data && <Numbers data={data} />}
    </>
  );
}

function Numbers({ data }: { data: Data }) {
  const { retreats, featuredRetreat } = useFacts();
  const numbers = [
    ['Sign-ups today', signUpsIn(data.days.slice(-1))],
    ['Yesterday', signUpsIn(data.days.slice(-2, -1))],
    ['Last seven days', signUpsIn(data.days.slice(-7))],
    ['On the waitlist form, on record', data.days.reduce((sum, { waitlist }) => sum + waitlist, 0)],
    ['In workshops, on record', data.days.reduce((sum, { workshop }) => sum + workshop, 0)],
  ] as const;
  return (
    <>
      <div className={`stack ${css.top}`}>
        <Attention data={data} />
        <section aria-label="Numbers">
          <dl className={`stack roomy ruled ${css.numbers}`}>
            {numbers.map(([label, number]) => (
              <div key={label}>
                <dt className="quiet small">{label}</dt>
                <dd>{formatNumber(number)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <Seats seats={data.seats} label={retreats.find(({ slug }) => slug === featuredRetreat)?.label} />
      </div>
      <div className={`stack ${css.plots}`}>
        <SignUpsOverTime days={data.days} />
        <SignUpsBySize sizes={data.sizes} />
      </div>
    </>
  );
}

/**
 * What needs the organizer's attention, each with a link: first what does not work, then what others are waiting for, then what can wait.
 */
function Attention({ data }: { data: Data }) {
  const facts = useFacts();
  const [asking, setAsking] = useState<StillWaiting>();
  const [done, setDone] = useState<string>();
  const tasksOf = (kind: WorkshopTask['kind']) => data.workshopTasks.filter((task) => task.kind === kind).map(workshopTaskItem);
  const items = [
    data.clockDoubt && (
      <li key="clock">
        <p>Expired data is not erased: {clockDoubtText(data.clockDoubt, momentText)}.</p>
      </li>
    ),
    !facts.sendsMail && linkItem('/deliveries', noMailServer, css.broken),
    ...data.failing.map((failure) => linkItem('/deliveries', failureText(failure, momentText), css.broken)),
    data.parked > 0 && linkItem('/deliveries', parkedText(data.parked), css.broken),
    data.drifted.length > 0 && (
      <DriftedItem key="drifted" drifted={data.drifted} first={data.firstDrifted} onSent={(count) => setDone(retriedText(count, facts))} />
    ),
    ...tasksOf('address'),
    data.quarantined > 0 &&
      linkItem('/registrations?state=quarantined', `${pluralize(data.quarantined, 'registration')} marked as possible spam`),
    data.seatsToOffer > 0 &&
      data.seats.waiting > 0 &&
      linkItem('/retreat', `${pluralize(data.seatsToOffer, 'seat')} free, and ${pluralize(data.seats.waiting, 'founder')} waiting`),
    ...tasksOf('letters'),
    ...data.stillWaiting.map((waiting) => (
      <StillWaitingItem key={waiting.retreat} stillWaiting={waiting} onAsk={() => setAsking(waiting)} />
    )),
    ...data.endings.map((text) => linkItem('/pages', text)),
    data.held > 0 && linkItem('/registrations?state=held', `${pluralize(data.held, 'registration')} waiting for confirmation by email`),
  ].filter(Boolean);
  return (
    <section className={`stack ${css.attention}`} aria-labelledby="attention">
      <h2 id="attention">Worth a look</h2>
      {done && !asking && <Notice key={done}>{done}</Notice>}
      {items.length === 0 ? (
        <p>Nothing needs your attention.</p>
      ) : (
        <ul role="list" className="ruled-list">
          {items}
        </ul>
      )}
      {asking && (
        <MoveAlongDialog
          stillWaiting={data.stillWaiting.find(({ retreat }) => retreat === asking.retreat) ?? { ...asking, toAsk: 0 }}
          onDone={() => {
            setAsking(undefined);
            setDone('The founders were asked.');
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  );
}

const linkItem = (href: string, text: string, className?: string) => (
  <li key={text}>
    <Link className={className} href={href}>
      {text}
    </Link>
  </li>
);

const parkedText = (count: number) =>
  `${pluralize(count, 'delivery', 'deliveries')} parked: ${count === 1 ? 'it' : 'they'} will not be retried automatically`;

/** Says what is left to do for a workshop, with a link to where it is done. */
const workshopTaskItem = ({ kind, slug, title, on }: WorkshopTask) =>
  kind === 'address'
    ? linkItem(`/pages?page=${workshopPageId(slug, 'upcoming')}`, `${missingAddressText({ title, on })}; store it under Pages`)
    : linkItem('/letters', `The workshop “${title}” was on ${formatDay(on)}, and its founders have not been sent a letter since`);
