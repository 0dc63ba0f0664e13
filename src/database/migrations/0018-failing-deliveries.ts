import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When the first attempt of a delivery failed; null once it has arrived, and again after the organizer retries a parked one. */
export const failingDeliveries: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('deliveries').addColumn('failing_since', 'text').execute();
  },
};
