import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The address of each workshop's video call, who joined it, and what they answered afterwards. */
export const liveHour: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('meeting_links')
      .addColumn('workshop', 'text', (column) => column.notNull().primaryKey())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('attendance')
      .addColumn('submission_id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('joined_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('feedback')
      .addColumn('submission_id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('answered_at', 'text', (column) => column.notNull())
      .execute();
  },
};
