import { v7 as uuid } from 'uuid';

/** Returns the time in an id (RFC 9562, 5.7), in milliseconds since 1970; 0 for a text that is no such id. */
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) || 0;

/**
 * Returns an id (UUID version 7) of an instant that sorts after `newest`, the last id so far, even if that was made by a clock that was
 * ahead and has been corrected since.
 */
export const idAfter = (newest: string | null | undefined, at: string): string =>
  uuid({ msecs: Math.max(Date.parse(at), newest ? timeOf(newest) + 1 : 0) });
