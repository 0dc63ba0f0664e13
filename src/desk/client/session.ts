import { useSyncExternalStore } from 'react';
import { minuteMs } from '../../durations.ts';

let isLeaving = false;

/** Opens the sign-in page, once: several requests can notice at the same time that the session has ended. */
export function goToSignIn(): void {
  if (!isLeaving) location.assign('/sign-in');
  isLeaving = true;
}

const unattendedAfterMs = minuteMs;
let usedAtMs = Date.now();
let hasTyped = false;

/** Remembers when a document was last used, and that something was typed: the desk's page, or a page that is edited in a frame of it. */
export function watchUse(used: EventTarget): void {
  used.addEventListener('input', () => {
    hasTyped = true;
  });
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
    used.addEventListener(event, () => (usedAtMs = Date.now()), { passive: true });
}
watchUse(globalThis);

/** Returns whether nobody has used the page for a minute. */
export const isUnattended = (): boolean => Date.now() - usedAtMs > unattendedAfterMs;

let hasEnded = false;
const listeners = new Set<() => void>();

function setEnded(ended: boolean): void {
  hasEnded = ended;
  for (const listener of listeners) listener();
}

/**
 * Ends the use of the page, since the desk has said that its session has ended: the sign-in page opens. If anything was typed, which would
 * be lost with the page, the page stays and is covered instead (SessionEnded.tsx).
 */
export function endSession(): void {
  if (hasTyped) setEnded(true);
  else goToSignIn();
}

export const resumeSession = (): void => setEnded(false);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether the session has ended while the page stays. */
export const useHasSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => hasEnded);
