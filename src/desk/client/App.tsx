import { lazy, Suspense, useEffect, useRef } from 'react';
import type { ComponentType } from 'react';
import type { HouseFacts } from '../server/shapes.ts';
import css from './App.module.css';
import { useLoaded } from './ask.ts';
import { Boundary } from './Boundary.tsx';
import { useLive } from './live.tsx';
import { Navigation } from './Navigation.tsx';
import { rooms, useRoom } from './route.ts';
import type { RoomPath } from './route.ts';
import { Failure, Waiting } from './State.tsx';
import { Today } from './Today.tsx';

export interface RoomProps {
  facts: HouseFacts;
}

/** The first room comes with the page; the others when they are entered. */
const views: Record<RoomPath, ComponentType<RoomProps>> = {
  '/': Today,
  '/registrations': lazy(() => import('./Registrations.tsx').then(({ Registrations }) => ({ default: Registrations }))),
  '/retreat': lazy(() => import('./Retreat.tsx').then(({ Retreat }) => ({ default: Retreat }))),
  '/cohort': lazy(() => import('./Cohort.tsx').then(({ Cohort }) => ({ default: Cohort }))),
  '/deliveries': lazy(() => import('./Deliveries.tsx').then(({ Deliveries }) => ({ default: Deliveries }))),
  '/questions': lazy(() => import('./Questions.tsx').then(({ Questions }) => ({ default: Questions }))),
};

export function App() {
  const room = useRoom();
  const { trouble, state } = useLive();
  const { data: facts, error } = useLoaded<HouseFacts>('/api/house', 0);
  const main = useRef<HTMLElement>(null);
  const entered = useRef(room);
  const name = rooms.find(({ path }) => path === room)?.name;

  // As after a page load: the title is the room's, and the keyboard goes on from its beginning.
  useEffect(() => {
    document.title = `${name} · The desk · Founder House`;
    if (entered.current !== room) main.current?.focus();
    entered.current = room;
  }, [room, name]);

  const View = views[room];
  return (
    <div className={css.desk}>
      <a className="skip" href="#room">
        Skip to the room
      </a>
      <Navigation room={room} siteName={facts?.siteName ?? 'Founder House'} />
      <main className={css.room} id="room" ref={main} tabIndex={-1} aria-label={name}>
        {state === 'lost' && (
          <Failure>The desk does not answer. If you closed it, run bin/organizer desk again, and open the address that it prints.</Failure>
        )}
        {trouble && <Failure>{trouble}</Failure>}
        {error && <Failure>{error}</Failure>}
        {facts ? (
          <Boundary key={room}>
            <Suspense fallback={<Waiting />}>
              <View facts={facts} />
            </Suspense>
          </Boundary>
        ) : (
          !error && <Waiting />
        )}
      </main>
    </div>
  );
}
