import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * One form and one address: also only one submission that waits for its confirmation. SQLite's single writer ensured that before; with
 * many writers, an index does.
 */
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
