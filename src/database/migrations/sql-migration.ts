import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const sqlMigration = (...statements: string[]): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
