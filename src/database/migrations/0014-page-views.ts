import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How often each page was seen on each day, by campaign: counts, and nothing about the visitors. */
export const pageViews: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('page_views')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('page', 'text', (column) => column.notNull())
      .addColumn('campaign', 'text', (column) => column.notNull())
      .addColumn('robot', 'integer', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('page_views_of_day', ['day', 'page', 'campaign', 'robot'])
      .execute();
  },
};
