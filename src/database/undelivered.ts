import { sql } from 'kysely';

/**
 * Selects the deliveries that are due or parked. A literal and no parameter: only then does SQLite use their partial index
 * (sqlite.org/partialindex.html, 2).
 */
export const isUndelivered = sql<boolean>`state != 'delivered'`;
