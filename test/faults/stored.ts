import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Site } from '../support/site.ts';

/** What stands in a data folder's database, read past the store. */
export function storedIn({ dataDir }: Pick<Site, 'dataDir'>) {
  using database = new DatabaseSync(join(dataDir, 'founder-house.db'), { readOnly: true });
  const rows = database
    .prepare(
      `SELECT json_extract(fields, '$.inf_field_Email') AS email, state, superseded_by IS NULL AS standing,
              (SELECT count(*) FROM deliveries WHERE submission_id = submissions.id) AS deliveries,
              (SELECT count(*) FROM tokens WHERE subject = submissions.id) AS tokens
       FROM submissions`,
    )
    .all() as { email: string; state: string; standing: number; deliveries: number; tokens: number }[];
  return {
    rows,
    of: (email: string | undefined) => rows.filter((row) => row.email === email),
    integrity: database.prepare('PRAGMA integrity_check').all(),
  };
}

export const sound = [{ integrity_check: 'ok' }];
