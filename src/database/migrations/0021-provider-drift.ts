import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How what the provider holds differs from what was delivered to it, and how far it was read back. */
export const providerDrift: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('deliveries').addColumn('drift', 'text').execute();
    await db.schema
      .createIndex('deliveries_drifted')
      .on('deliveries')
      .column('id')
      .where('drift' as never, 'is not', null)
      .execute();
    await db.schema
      .createIndex('deliveries_to_read_back')
      .on('deliveries')
      .columns(['delivered_at', 'id'])
      .where('channel' as never, '=', 'keap-api')
      .execute();
    await db.schema
      .createTable('read_backs')
      .addColumn('channel', 'text', (column) => column.notNull().primaryKey())
      .addColumn('delivered_at', 'text', (column) => column.notNull())
      .addColumn('delivery_id', 'text', (column) => column.notNull())
      .execute();
  },
};
