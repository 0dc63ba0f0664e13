import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Counts of what is not delivered read these rows only, however much was delivered before. */
export const undelivered: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('deliveries_undelivered')
      .on('deliveries')
      .columns(['state', 'channel', 'created_at'])
      .where('state' as never, '!=', 'delivered')
      .execute();
  },
};
