import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What rate-limiter-flexible counts in, where many instances share a database. */
export const rateLimits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('rate_limits')
      .addColumn('key', 'varchar(255)', (column) => column.notNull().primaryKey())
      .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('expire', 'bigint')
      .execute();
  },
};
