import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Founders who were asked to move along to a later retreat, and what stays of a retreat that was closed. */
export const seasons: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('return_offers')
      .addColumn('entry_id', 'text', (column) => column.notNull())
      .addColumn('retreat', 'text', (column) => column.notNull())
      .addColumn('asked_at', 'text', (column) => column.notNull())
      .addColumn('accepted_at', 'text')
      .addColumn('wording', 'text')
      .addPrimaryKeyConstraint('return_offers_of_entry', ['entry_id', 'retreat'])
      .execute();
    await db.schema
      .createTable('closed_retreats')
      .addColumn('retreat', 'text', (column) => column.notNull().primaryKey())
      .addColumn('closed_at', 'text', (column) => column.notNull())
      .addColumn('figures', 'text', (column) => column.notNull())
      .execute();
  },
};
