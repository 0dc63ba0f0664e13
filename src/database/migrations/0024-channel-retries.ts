import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When an organizer last retried deliveries of a channel. */
export const channelRetries: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('channel_retries')
      .addColumn('channel', 'text', (column) => column.notNull().primaryKey())
      .addColumn('retried_at', 'text', (column) => column.notNull())
      .execute();
  },
};
