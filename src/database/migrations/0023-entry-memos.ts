import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What organizers write about a founder for themselves. */
export const entryMemos: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('entry_memos')
      .addColumn('entry_id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('author_name', 'text')
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .execute();
  },
};
