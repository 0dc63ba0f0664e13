import { useSyncExternalStore } from 'react';

export const rooms = [
  { path: '/', name: 'Today' },
  { path: '/registrations', name: 'Registrations' },
  { path: '/retreat', name: 'The retreat' },
  { path: '/cohort', name: 'The cohort' },
  { path: '/deliveries', name: 'Deliveries' },
  { path: '/questions', name: 'Questions' },
] as const;

export type RoomPath = (typeof rooms)[number]['path'];

/** Follows the address: a link to a room, back and forward. Answers with what ends it. */
export function onAddress(changed: () => void) {
  addEventListener('popstate', changed);
  return () => removeEventListener('popstate', changed);
}

/** The room whose address stands in the browser. */
export function useRoom(): RoomPath {
  const path = useSyncExternalStore(onAddress, () => location.pathname);
  return rooms.find((room) => room.path === path)?.path ?? '/';
}

/** Goes to a room, without loading the page anew. */
export function go(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}
