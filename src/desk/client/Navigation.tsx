import { Logo } from '../../site/Logo.tsx';
import { useLive } from './live.tsx';
import css from './Navigation.module.css';
import { RoomLink } from './RoomLink.tsx';
import { rooms } from './route.ts';
import type { RoomPath } from './route.ts';

const stateText = { connecting: 'Opening', live: 'Follows the site', lost: 'Closed' };

export function Navigation({ room, siteName }: { room: RoomPath; siteName: string }) {
  const { state } = useLive();
  return (
    <header className={css.side}>
      <p className={css.logo}>
        <Logo name={siteName} />
      </p>
      <p className={css.name}>The desk</p>
      <nav className={css.rooms} aria-label="Rooms">
        <ul role="list">
          {rooms.map(({ path, name }) => (
            <li key={path}>
              <RoomLink href={path} current={path === room}>
                {name}
              </RoomLink>
            </li>
          ))}
        </ul>
      </nav>
      <p className={css.live} data-state={state} role="status">
        {stateText[state]}
      </p>
    </header>
  );
}
