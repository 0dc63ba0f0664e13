import { sqlMigration } from './sql-migration.ts';

/** The row that each readiness check overwrites. */
export const writeProbe = sqlMigration('CREATE TABLE write_probe (id integer NOT NULL PRIMARY KEY, written_at text NOT NULL)');
