import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The way from the waitlist to a seat. Founders who were on the waitlist before get an entry. */
export const retreat: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('entries')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('email_key', 'text', (column) => column.notNull().unique())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('joined_at', 'text', (column) => column.notNull())
      .addColumn('head_since', 'text')
      .addColumn('short_notice', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('entries_by_state').on('entries').columns(['state', 'joined_at']).execute();
    await db.schema
      .createTable('invitations')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('entry_id', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('revoked_at', 'text')
      .addColumn('answer', 'text')
      .addColumn('answered_at', 'text')
      .execute();
    await db.schema.createIndex('invitations_by_entry').on('invitations').column('entry_id').execute();
    await db.schema
      .createTable('entry_history')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('entry_id', 'text', (column) => column.notNull())
      .addColumn('from_state', 'text')
      .addColumn('to_state', 'text', (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('entry_history_by_entry').on('entry_history').column('entry_id').execute();
    await db.schema
      .createTable('seat_lock')
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      .execute();
    await sql`INSERT INTO seat_lock (id) VALUES (1)`.execute(db);
    await sql`
      INSERT INTO entries (id, email_key, state, joined_at, head_since, short_notice)
      SELECT id, email_key, 'waiting', received_at, NULL, 0 FROM submissions
      WHERE form_kind = 'waitlist' AND state = 'accepted' AND superseded_by IS NULL AND number IN
        (SELECT max(number) FROM submissions
         WHERE form_kind = 'waitlist' AND state = 'accepted' AND superseded_by IS NULL GROUP BY email_key)`.execute(db);
  },
};
