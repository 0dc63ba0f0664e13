import { sql } from 'kysely';

// Literals and no parameters: only then does SQLite use the partial indexes of these deliveries (sqlite.org/partialindex.html, 2).

/** Selects the deliveries that are due or parked. */
export const isUndelivered = sql<boolean>`state != 'delivered'`;

export const isDue = sql<boolean>`state = 'due'`;
