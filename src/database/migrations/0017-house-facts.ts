import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the kitchen and the house must know about a founder with a seat. */
export const houseFacts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('house_facts')
      .addColumn('entry_id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('diet', 'text', (column) => column.notNull())
      .addColumn('access', 'text', (column) => column.notNull())
      .addColumn('arrival', 'text', (column) => column.notNull())
      .addColumn('travel', 'text', (column) => column.notNull())
      .addColumn('contact', 'text', (column) => column.notNull())
      .addColumn('phone', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .execute();
  },
};
