import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Returns the migration that runs statements of SQL, one after the other. */
export const sqlMigration = (...statements: string[]): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
