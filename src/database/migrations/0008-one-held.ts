import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** One form and one address: one that waits for its confirmation, too. SQLite's single writer held that before; where many write, an index does. */
export const oneHeld: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('submissions_one_held')
      .unique()
      .on('submissions')
      .columns(['form_id', 'email_key'])
      .where('superseded_by' as never, 'is', null)
      .where('state' as never, '=', 'held')
      .execute();
  },
};
