import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Organizers with passkeys, and their names in the history of entries. */
export const deskAccess: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('entry_history').addColumn('actor_name', 'text').execute();
    await db.schema
      .createTable('organizers')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('passkeys')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('organizer_id', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'integer', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text')
      .execute();
    await db.schema
      .createTable('organizer_invitations')
      .addColumn('token_hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('organizer_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('invited_by', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('organizer_sessions')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('organizer_id', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('passkey_challenges')
      .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
  },
};
