import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What was announced to registered founders, and the addresses that no mail reaches. */
export const mails: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('workshops')
      .addColumn('slug', 'text', (column) => column.notNull().primaryKey())
      .addColumn('sequence', 'integer', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('starts_at', 'text', (column) => column.notNull())
      .addColumn('cancelled', 'integer', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('announcements')
      .addColumn('key', 'text', (column) => column.notNull().primaryKey())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('suppressions')
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('suppressions_key', ['email_key', 'reason'])
      .execute();
    await db.schema.createIndex('submissions_by_email').on('submissions').column('email_key').execute();
  },
};
