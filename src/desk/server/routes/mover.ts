import type { SignedIn } from '../context.ts';

/** Returns the organizer whom the history names for a change. On loopback the desk knows no names. */
export const moverOf = (organizer: SignedIn | undefined): 'organizer' | { organizer: string } =>
  organizer ? { organizer: organizer.name } : 'organizer';
