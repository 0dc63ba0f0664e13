import type { SignedIn } from '../context.ts';

/** Returns who the history names for a change: on loopback the desk knows no names. */
export const moverOf = (organizer: SignedIn | undefined): 'organizer' | { organizer: string } =>
  organizer ? { organizer: organizer.name } : 'organizer';
