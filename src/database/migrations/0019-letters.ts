import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Letters to groups of founders, their recipients, their history, and the addresses that unsubscribed from letters. */
export const letters: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('letters')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('link', 'text', (column) => column.notNull())
      .addColumn('audience', 'text', (column) => column.notNull())
      .addColumn('tested_at', 'text')
      .addColumn('sent_at', 'text')
      .execute();
    await db.schema
      .createTable('letter_recipients')
      .addColumn('letter_id', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('submission_id', 'text', (column) => column.notNull())
      .addColumn('sent_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('letter_recipients_once', ['letter_id', 'email_key'])
      .execute();
    await db.schema.createIndex('letter_recipients_submission').on('letter_recipients').column('submission_id').execute();
    await db.schema.createIndex('letter_recipients_email').on('letter_recipients').column('email_key').execute();
    await db.schema
      .createTable('letter_history')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('letter_id', 'text', (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('actor_name', 'text')
      .addColumn('at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('letter_opt_outs')
      .addColumn('address_id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('since', 'text', (column) => column.notNull())
      .execute();
  },
};
