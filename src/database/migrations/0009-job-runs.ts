import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a job last ran to its end, by its name. */
export const jobRuns: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('job_runs')
      .addColumn('name', 'text', (column) => column.notNull().primaryKey())
      .addColumn('ran_at', 'text', (column) => column.notNull())
      .execute();
  },
};
