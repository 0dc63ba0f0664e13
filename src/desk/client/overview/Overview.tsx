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

/** What happened, and what needs the organizer. */
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
    ['Sign-ups today', data.today],
    ['Yesterday', data.yesterday],
    ['Last seven days', data.week],
    ['On the waitlist form, on record', data.waitlist],
    ['In workshops, on record', data.workshop],
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

/** What needs the organizer, each with a link to it: first what does not work, then what others wait for, then what can wait. */
function Attention({ data }: { data: Data }) {
  const facts = useFacts();
  const [asking, setAsking] = useState<StillWaiting>();
  const [done, setDone] = useState<string>();
  const { stillWaiting, clockDoubt, drifted } = data;
  const broken = brokenItems(data, facts.sendsMail);
  const awaited = awaitedItems(data);
  const later = laterItems(data);
  const isEmpty = [broken, awaited, later, drifted, stillWaiting].every(({ length }) => length === 0) && !clockDoubt;
  return (
    <section className={`stack ${css.attention}`} aria-labelledby="attention">
      <h2 id="attention">Worth a look</h2>
      {done && !asking && <Notice key={done}>{done}</Notice>}
      {isEmpty ? (
        <p>Nothing needs your attention.</p>
      ) : (
        <ul role="list" className="ruled-list">
          {clockDoubt && (
            <li>
              <p>Expired data is not erased: {clockDoubtText(clockDoubt, momentText)}.</p>
            </li>
          )}
          <LinkItems items={broken} areBroken />
          {drifted.length > 0 && (
            <DriftedItem drifted={drifted} first={data.firstDrifted} onSent={(count) => setDone(retriedText(count, facts))} />
          )}
          <LinkItems items={awaited} />
          {stillWaiting.map((waiting) => (
            <StillWaitingItem key={waiting.retreat} stillWaiting={waiting} onAsk={() => setAsking(waiting)} />
          ))}
          <LinkItems items={later} />
        </ul>
      )}
      {asking && (
        <MoveAlongDialog
          stillWaiting={stillWaiting.find(({ retreat }) => retreat === asking.retreat) ?? { ...asking, toAsk: 0 }}
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

interface LinkItem {
  href: string;
  text: string;
}

/** What does not work. */
const brokenItems = ({ failing, parked }: Data, sendsMail: boolean): LinkItem[] =>
  [
    !sendsMail && { href: '/deliveries', text: noMailServer },
    ...failing.map((failure) => ({ href: '/deliveries', text: failureText(failure, momentText) })),
    parked > 0 && {
      href: '/deliveries',
      text: `${pluralize(parked, 'delivery', 'deliveries')} parked: ${parked === 1 ? 'it' : 'they'} will not be retried automatically`,
    },
  ].filter((item) => item !== false);

/** What founders wait for. */
function awaitedItems({ quarantined, seats, seatsToOffer, workshopTasks }: Data): LinkItem[] {
  const tasksOf = (kind: WorkshopTask['kind']) => workshopTasks.filter((task) => task.kind === kind).map(workshopTaskLink);
  return [
    ...tasksOf('address'),
    quarantined > 0 && {
      href: '/registrations?state=quarantined',
      text: `${pluralize(quarantined, 'registration')} marked as possible spam`,
    },
    seatsToOffer > 0 &&
      seats.waiting > 0 && {
        href: '/retreat',
        text: `${pluralize(seatsToOffer, 'seat')} free, and ${pluralize(seats.waiting, 'founder')} waiting`,
      },
    ...tasksOf('letters'),
  ].filter((item) => item !== false);
}

/** What can wait. */
const laterItems = ({ endings, held }: Data): LinkItem[] =>
  [
    ...endings.map((text) => ({ href: '/pages', text })),
    held > 0 && { href: '/registrations?state=held', text: `${pluralize(held, 'registration')} waiting for confirmation by email` },
  ].filter((item) => item !== false);

interface LinkItemsProps {
  items: LinkItem[];
  /** Whether they are about what does not work, and are emphasized. */
  areBroken?: boolean;
}

const LinkItems = ({ items, areBroken = false }: LinkItemsProps) =>
  items.map(({ href, text }) => (
    <li key={text}>
      <Link className={areBroken ? css.broken : undefined} href={href}>
        {text}
      </Link>
    </li>
  ));

/** Says what is left to do for a workshop, with a link to where it is done. */
function workshopTaskLink({ kind, slug, title, on }: WorkshopTask): LinkItem {
  return kind === 'address'
    ? {
        href: `/pages?page=${workshopPageId(slug, 'upcoming')}`,
        text: `${missingAddressText({ title, on })}; store it under Pages`,
      }
    : { href: '/letters', text: `The workshop “${title}” was on ${formatDay(on)}, and its founders have not been sent a letter since` };
}
