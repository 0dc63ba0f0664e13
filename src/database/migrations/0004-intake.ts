import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Proofs that are spent once, links in mails, the wording of each consent, and the outbox. */
export const intake: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('submissions')
      .addColumn('consents', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
    await db.schema
      .createTable('spent_proofs')
      .addColumn('signature', 'text', (column) => column.notNull().primaryKey())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('quiet_periods')
      .addColumn('key', 'text', (column) => column.notNull().primaryKey())
      .addColumn('until', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('tokens')
      .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text')
      .execute();
    await db.schema
      .createTable('deliveries')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('submission_id', 'text')
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at', 'text', (column) => column.notNull())
      .addColumn('trying_since', 'text', (column) => column.notNull())
      .addColumn('leased_until', 'text')
      .addColumn('last_error', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('delivered_at', 'text')
      .execute();
    await db.schema
      .createTable('channel_slots')
      .addColumn('channel', 'text', (column) => column.notNull().primaryKey())
      .addColumn('free_at', 'text', (column) => column.notNull())
      .execute();
    // A worker looks among what is due alone, however much was delivered before.
    await db.schema
      .createIndex('deliveries_due')
      .on('deliveries')
      .columns(['channel', 'next_attempt_at', 'id'])
      .where('state' as never, '=', 'due')
      .execute();
    await db.schema.createIndex('deliveries_by_submission').on('deliveries').column('submission_id').execute();
    await db.schema.createIndex('deliveries_by_creation').on('deliveries').column('created_at').execute();
  },
};
