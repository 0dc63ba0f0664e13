import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** One form and one address: one current registration. The partial index enforces that for concurrent posts too. */
export const submissions = (kind: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('submissions')
      .addColumn('number', kind === 'sqlite' ? 'integer' : 'bigserial', (column) =>
        kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('form_id', 'text', (column) => column.notNull())
      .addColumn('form_kind', 'text', (column) => column.notNull())
      .addColumn('form_name', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('utm', 'text', (column) => column.notNull())
      .addColumn('search', 'text', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addColumn('superseded_by', 'text')
      .execute();
    await db.schema
      .createIndex('submissions_one_standing')
      .unique()
      .on('submissions')
      .columns(['form_id', 'email_key'])
      .where('superseded_by' as never, 'is', null)
      .where('state' as never, '=', 'accepted')
      .execute();
    await db.schema.createIndex('submissions_by_person').on('submissions').columns(['form_id', 'email_key']).execute();
    // Every way of choosing many is in the order of arrival, so that none has to be sorted before its first row is read.
    // SQLite's indexes end in the row's number by themselves (sqlite.org/queryplanner.html#_indices).
    const arrival = kind === 'sqlite' ? ['received_at'] : ['received_at', 'number'];
    await db.schema.createIndex('submissions_by_arrival').on('submissions').columns(arrival).execute();
    await db.schema
      .createIndex('submissions_by_form')
      .on('submissions')
      .columns(['form_id', ...arrival])
      .execute();
    await db.schema
      .createIndex('submissions_by_state')
      .on('submissions')
      .columns(['state', ...arrival])
      .execute();
  },
});
