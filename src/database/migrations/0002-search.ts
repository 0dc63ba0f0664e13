import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { sqlMigration } from './sql-migration.ts';

const add = 'INSERT INTO submissions_search (rowid, search) VALUES (new.number, new.search)';
const remove = "INSERT INTO submissions_search (submissions_search, rowid, search) VALUES ('delete', old.number, old.search)";

/**
 * An index of every three letters in a row (sqlite.org/fts5.html#the_trigram_tokenizer): it finds a part of a word among a million
 * submissions in milliseconds. It keeps no text of its own, and triggers keep it up to date.
 */
export const searchInSqlite = sqlMigration(
  `CREATE VIRTUAL TABLE submissions_search
   USING fts5 (search, content = 'submissions', content_rowid = 'number', tokenize = 'trigram', detail = 'none', columnsize = 0)`,
  `CREATE TRIGGER submissions_search_added AFTER INSERT ON submissions BEGIN ${add}; END`,
  `CREATE TRIGGER submissions_search_removed AFTER DELETE ON submissions BEGIN ${remove}; END`,
  `CREATE TRIGGER submissions_search_changed AFTER UPDATE OF search ON submissions BEGIN ${remove}; ${add}; END`,
  "INSERT INTO submissions_search (submissions_search) VALUES ('rebuild')",
);

/**
 * The same over PostgreSQL, where the server has pg_trgm and lets us use it (postgresql.org/docs/current/pgtrgm.html); without it searching
 * reads every submission. A savepoint keeps the refusal from ending the migration.
 */
export const searchInPostgres: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`SAVEPOINT trigrams`.execute(db);
    try {
      await sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`.execute(db);
      await sql`CREATE INDEX submissions_search ON submissions USING gin (search gin_trgm_ops)`.execute(db);
    } catch {
      await sql`ROLLBACK TO SAVEPOINT trigrams`.execute(db);
    }
  },
};
