import { sqlMigration } from './sql-migration.ts';

/** When the first attempt of a delivery failed; null once it has arrived, and again after the organizer retries a parked one. */
export const failingDeliveries = sqlMigration('ALTER TABLE deliveries ADD COLUMN failing_since text');
