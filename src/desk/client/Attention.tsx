import type { Summary } from '../server/shapes.ts';
import css from './Attention.module.css';
import { RoomLink } from './RoomLink.tsx';
import { pluralize } from '../../content/format.ts';

/** What waits for the organizer, each with the way there. */
export function Attention({ summary: { held, quarantined, deliveries, seats } }: { summary: Summary }) {
  const free = seats.capacity - seats.accepted - seats.invited;
  const things = [
    deliveries.parked > 0 && {
      href: '/deliveries',
      text: `${pluralize(deliveries.parked, 'delivery', 'deliveries')} parked: nothing tries ${deliveries.parked === 1 ? 'it' : 'them'} again by itself`,
    },
    free > 0 &&
      seats.waiting > 0 && {
        href: '/retreat',
        text: `${pluralize(free, 'seat')} free, and ${pluralize(seats.waiting, 'founder')} waiting`,
      },
    quarantined > 0 && { href: '/registrations?state=quarantined', text: `${numberOf(quarantined)} put aside as a robot’s` },
    held > 0 && { href: '/registrations?state=held', text: `${numberOf(held)} not confirmed by mail yet` },
  ].filter((thing) => thing !== false);
  return (
    <section className={css.attention} aria-labelledby="attention">
      <h2 id="attention">Worth a look</h2>
      {things.length === 0 ? (
        <p>Nothing waits for you.</p>
      ) : (
        <ul role="list">
          {things.map(({ href, text }) => (
            <li key={href}>
              <RoomLink href={href}>{text}</RoomLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const numberOf = (number: number) => pluralize(number, 'registration');
