import type { MouseEvent, ReactNode } from 'react';
import { go } from './route.ts';

interface Props {
  href: string;
  current?: boolean;
  children: ReactNode;
}

/** A link to a room. A click with a key held down, or with another button, is the browser's. */
export function RoomLink({ href, current, children }: Props) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(href);
  };
  return (
    <a href={href} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
