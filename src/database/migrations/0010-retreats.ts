import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The retreat of everything that was stored while there was only one. */
const onlyRetreat = 'spring-2026';

/**
 * Waitlist submissions and entries belong to a retreat: one entry for each retreat and address. SQLite cannot drop the constraint of a
 * column (sqlite.org/lang_altertable.html), so the table is made again with every row.
 */
export const retreats: Migration = {
  async up(untyped: Kysely<unknown>) {
    const db = untyped as Kysely<Record<'submissions' | 'entries' | 'entries_before', Record<string, unknown>>>;
    await db.schema
      .alterTable('submissions')
      .addColumn('retreat', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.updateTable('submissions').set({ retreat: onlyRetreat }).where('form_kind', '=', 'waitlist').execute();
    for (const [index, state] of [
      ['submissions_one_standing', 'accepted'],
      ['submissions_one_held', 'held'],
    ] as const) {
      await db.schema.dropIndex(index).execute();
      await db.schema
        .createIndex(index)
        .unique()
        .on('submissions')
        .columns(['form_id', 'email_key', 'retreat'])
        .where('superseded_by' as never, 'is', null)
        .where('state' as never, '=', state)
        .execute();
    }

    await db.schema.dropIndex('entries_by_state').execute();
    await db.schema.alterTable('entries').renameTo('entries_before').execute();
    await db.schema
      .createTable('entries')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('retreat', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('joined_at', 'text', (column) => column.notNull())
      .addColumn('head_since', 'text')
      .addColumn('short_notice', 'integer', (column) => column.notNull())
      .addUniqueConstraint('entries_of_person', ['email_key', 'retreat'])
      .execute();
    const columns = ['id', 'email_key', 'state', 'joined_at', 'head_since', 'short_notice'] as const;
    await db
      .insertInto('entries')
      .columns(['retreat', ...columns])
      .expression((from) => from.selectFrom('entries_before').select((value) => [value.val(onlyRetreat).as('retreat'), ...columns]))
      .execute();
    await db.schema.dropTable('entries_before').execute();
    await db.schema.createIndex('entries_by_state').on('entries').columns(['retreat', 'state', 'joined_at']).execute();
  },
};
