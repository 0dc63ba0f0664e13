import { useState } from 'react';
import { Link } from 'wouter';
import { formatDay, formatNumber, pluralize } from '../../../content/format.ts';
import { failureText } from '../../../outbox/problem-text.ts';
import { clockDoubtText } from '../../../people/clock-check.ts';
import type { StillWaiting } from '../../server/routes/move-along.ts';
import type { Overview as Data } from '../../server/routes/overview.ts';
import { useData } from '../api.ts';
import { Failure, Loading } from '../components/Messages.tsx';
import { Seats } from '../components/Seats.tsx';
import { momentText, noMailServer } from '../words.ts';
import { useFacts } from '../facts.ts';
import { DriftedItem } from './DriftedItem.tsx';
import css from './Overview.module.css';
import { MoveAlongDialog, StillWaitingItem } from './StillWaitingItem.tsx';
import { SignUpsBySize, SignUpsOverTime } from './SignUpCharts.tsx';

/** What happened, and what needs the organizer. */
export function Overview() {
  const { data, error } = useData<Data>('/api/overview', ['submissions', 'entries', 'deliveries']);
  const today = data?.days.at(-1)?.label;
  return (
    <>
      <header>
        <p className={`subtitle ${css.date}`}>{today ? formatDay(today, { dateStyle: 'full' }) : '\u00a0'}</p>
        <h1>Today</h1>
      </header>
      {error && <Failure>{error}</Failure>}
      {data ? <Numbers data={data} /> : !error && <Loading />}
    </>
  );
}

function Numbers({ data }: { data: Data }) {
  const { retreats, featuredRetreat } = useFacts();
  const numbers = [
    ['Sign-ups today', data.today],
    ['Yesterday', data.yesterday],
    ['Last seven days', data.week],
    ['On the waitlist form, all time', data.waitlist],
    ['In workshops, all time', data.workshop],
  ] as const;
  return (
    <>
      <section className={`stack ${css.top}`} aria-label="Numbers">
        <dl className={`stack roomy ruled ${css.numbers}`}>
          {numbers.map(([label, number]) => (
            <div key={label}>
              <dt className="quiet small">{label}</dt>
              <dd>{formatNumber(number)}</dd>
            </div>
          ))}
        </dl>
        <Attention data={data} />
        <Seats seats={data.seats} label={retreats.find(({ slug }) => slug === featuredRetreat)?.label} />
      </section>
      <div className={`stack ${css.plots}`}>
        <SignUpsOverTime days={data.days} />
        <SignUpsBySize sizes={data.sizes} />
      </div>
    </>
  );
}

/** What needs the organizer, each with a link to it. */
function Attention({ data }: { data: Data }) {
  const { sendsMail } = useFacts();
  const [asking, setAsking] = useState<StillWaiting>();
  const [justAsked, setJustAsked] = useState<string>();
  const { stillWaiting, clockDoubt, endings, failing, drifted, held, quarantined, parked, seats, seatsToOffer } = data;
  const items = [
    !sendsMail && { href: '/deliveries', text: noMailServer },
    ...endings.map((text) => ({ href: '/pages', text })),
    ...failing.map((failure) => ({ href: '/deliveries', text: failureText(failure, momentText) })),
    parked > 0 && {
      href: '/deliveries',
      text: `${pluralize(parked, 'delivery', 'deliveries')} parked: ${parked === 1 ? 'it' : 'they'} will not be retried automatically`,
    },
    seatsToOffer > 0 &&
      seats.waiting > 0 && {
        href: '/retreat',
        text: `${pluralize(seatsToOffer, 'seat')} free, and ${pluralize(seats.waiting, 'founder')} waiting`,
      },
    quarantined > 0 && {
      href: '/registrations?state=quarantined',
      text: `${pluralize(quarantined, 'registration')} marked as possible spam`,
    },
    held > 0 && { href: '/registrations?state=held', text: `${pluralize(held, 'registration')} waiting for confirmation by email` },
  ].filter((item) => item !== false);
  return (
    <section className={`stack ${css.attention}`} aria-labelledby="attention">
      <h2 id="attention">Worth a look</h2>
      {items.length + drifted.length + stillWaiting.length === 0 && !clockDoubt ? (
        <p>Nothing needs your attention.</p>
      ) : (
        <ul role="list" className="ruled-list">
          {clockDoubt && (
            <li>
              <p>Expired data is not erased: {clockDoubtText(clockDoubt, momentText)}.</p>
            </li>
          )}
          {stillWaiting.map((waiting) => (
            <StillWaitingItem
              key={waiting.retreat}
              stillWaiting={waiting}
              isJustAsked={waiting.retreat === justAsked}
              onAsk={() => setAsking(waiting)}
            />
          ))}
          {drifted.length > 0 && <DriftedItem drifted={drifted} />}
          {items.map(({ href, text }) => (
            <li key={text}>
              <Link href={href}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
      {asking && (
        <MoveAlongDialog
          stillWaiting={stillWaiting.find(({ retreat }) => retreat === asking.retreat) ?? { ...asking, toAsk: 0 }}
          onDone={() => {
            setAsking(undefined);
            setJustAsked(asking.retreat);
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  );
}
