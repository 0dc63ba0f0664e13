import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who was erased, by a keyed hash of the address, so that a restore of an earlier copy can erase them again. */
export const erasures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('erasures')
      .addColumn('address_id', 'text', (column) => column.notNull())
      .addColumn('erased_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('erasures_pkey', ['address_id', 'erased_at'])
      .execute();
  },
};
