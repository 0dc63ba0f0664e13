import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who removed attendance that was recorded by hand. */
export const attendanceRemovals: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('attendance_removals')
      .addColumn('submission_id', 'text', (column) => column.notNull())
      .addColumn('removed_at', 'text', (column) => column.notNull())
      .addColumn('actor_name', 'text')
      .addPrimaryKeyConstraint('attendance_removals_pkey', ['submission_id', 'removed_at'])
      .execute();
  },
};
