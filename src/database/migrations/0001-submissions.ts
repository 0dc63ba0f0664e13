import type { Migration } from 'kysely/migration';
import { sqlMigration } from './sql-migration.ts';

/** One form and one address: one current registration. The partial index enforces that for concurrent posts too. */
export function submissions(kind: 'sqlite' | 'postgres'): Migration {
  // Every way of choosing many is in the order of arrival, so that none has to be sorted before its first row is read.
  // SQLite's indexes end in the row's number by themselves (sqlite.org/queryplanner.html#_indices).
  const arrival = kind === 'sqlite' ? 'received_at' : 'received_at, number';
  return sqlMigration(
    `CREATE TABLE submissions (
      number ${kind === 'sqlite' ? 'integer PRIMARY KEY AUTOINCREMENT' : 'bigserial PRIMARY KEY'},
      id text NOT NULL UNIQUE,
      form_id text NOT NULL,
      form_kind text NOT NULL,
      form_name text NOT NULL,
      email_key text NOT NULL,
      state text NOT NULL,
      fields text NOT NULL,
      utm text NOT NULL,
      search text NOT NULL,
      received_at text NOT NULL,
      superseded_by text
    )`,
    `CREATE UNIQUE INDEX submissions_one_standing ON submissions (form_id, email_key)
     WHERE superseded_by IS NULL AND state = 'accepted'`,
    'CREATE INDEX submissions_by_person ON submissions (form_id, email_key)',
    `CREATE INDEX submissions_by_arrival ON submissions (${arrival})`,
    `CREATE INDEX submissions_by_form ON submissions (form_id, ${arrival})`,
    `CREATE INDEX submissions_by_state ON submissions (state, ${arrival})`,
  );
}
