import { sqlMigration } from './sql-migration.ts';

/** Counts of what is not delivered read these rows only, however much was delivered before. */
export const undelivered = sqlMigration(
  "CREATE INDEX deliveries_undelivered ON deliveries (state, channel, created_at) WHERE state != 'delivered'",
);
