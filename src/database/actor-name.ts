import type { NamedActor } from './schema.ts';

/** Returns the name of the organizer who caused a change, as it is stored; null for an organizer without a name and for any other actor. */
export const actorName = (by: NamedActor): string | null => (typeof by === 'string' ? null : by.organizer);
