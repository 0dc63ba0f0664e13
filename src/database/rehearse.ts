import { join } from 'node:path';
import { restore, RestoreFailed } from './copy.ts';
import { countRows } from './count-rows.ts';
import { backupTables } from './tables.ts';
import { openSqliteEngine } from './sqlite/open.ts';
import { createWorkFolder } from './work-folder.ts';

/**
 * Restores a copy into a new database in a work folder in `dataDir`, checks the result, and removes it. The site may run meanwhile. Throws
 * RestoreFailed.
 */
export async function rehearseRestore(copy: string, dataDir: string) {
  using work = createWorkFolder(dataDir);
  await using target = await openSqliteEngine(join(work.folder, 'rehearsal.db'));
  const { submissions } = await restore(target.engine, { copy, dataDir: work.folder, eraseAgain: async () => 0 });
  const [damage] = await target.checkIntegrity();
  if (damage !== undefined) throw new RestoreFailed(`${copy}: what was restored from it is damaged (${damage}); use another copy`);
  return await target.engine.readSnapshot(async (db) => {
    let rows = 0;
    for (const table of backupTables) rows += await countRows(db.selectFrom(table));
    const newest = await db
      .selectFrom('submissions')
      .select(({ fn }) => fn.max('received_at').as('at'))
      .executeTakeFirst();
    return {
      submissions,
      rows,
      /** When the newest submission was received, ISO 8601 in UTC; null if there is none. */
      newest: newest?.at ?? null,
    };
  });
}
