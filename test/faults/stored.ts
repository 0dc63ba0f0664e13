import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Site } from '../support/site.ts';

/** Reads the submissions in the database of a data folder directly, without the store. */
export function storedIn({ dataDir }: Pick<Site, 'dataDir'>) {
  using database = new DatabaseSync(join(dataDir, 'founder-house.db'), { readOnly: true, timeout: 5000 });
  const rows = database
    .prepare(
      `SELECT json_extract(fields, '$.inf_field_Email') AS email, state, superseded_by IS NULL AS current,
              (SELECT count(*) FROM deliveries WHERE submission_id = submissions.id) AS deliveries,
              (SELECT count(*) FROM tokens WHERE subject = submissions.id) AS tokens
       FROM submissions`,
    )
    .all() as { email: string; state: string; current: number; deliveries: number; tokens: number }[];
  return {
    rows,
    of: (email: string | undefined) => rows.filter((row) => row.email === email),
    integrity: database.prepare('PRAGMA integrity_check').all(),
  };
}

export const noDamage = [{ integrity_check: 'ok' }];
