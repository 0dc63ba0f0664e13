import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Founders who asked to be kept among the alumnae of their retreat, with the words that they saw. */
export const alumnae: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('alumnae')
      .addColumn('entry_id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('given_at', 'text', (column) => column.notNull())
      .addColumn('wording', 'text', (column) => column.notNull())
      .execute();
  },
};
