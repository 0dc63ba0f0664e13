import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who recorded that a founder joined a workshop: the founder by the link to the video call, or an organizer by hand. */
export const attendanceByHand: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('attendance')
      .addColumn('actor', 'text', (column) => column.notNull().defaultTo('founder'))
      .execute();
    await db.schema.alterTable('attendance').addColumn('actor_name', 'text').execute();
  },
};
