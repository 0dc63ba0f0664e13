import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The row that each readiness check overwrites. */
export const writeProbe: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('write_probe')
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      .addColumn('written_at', 'text', (column) => column.notNull())
      .execute();
  },
};
