import { sqlMigration } from './sql-migration.ts';

/** When a job last ran to its end, by its name. */
export const jobRuns = sqlMigration('CREATE TABLE job_runs (name text NOT NULL PRIMARY KEY, ran_at text NOT NULL)');
