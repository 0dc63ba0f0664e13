import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';

/**
 * Returns the steps in which SQLite carries out the statements that are prepared while `run` runs, such as "SEARCH submissions USING INDEX …"
 * or "SCAN deliveries" for a table that is read from its first to its last row.
 */
export async function readQueryPlan(databaseUrl: string, run: () => Promise<void>): Promise<string[]> {
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  await run();
  const statements = new Set(prepared.mock.calls.map(([sql]) => sql));
  prepared.mockRestore();
  using database = new DatabaseSync(databaseUrl.slice('file:'.length));
  const plan = Array.from(statements, (sql) => database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()).flat();
  return plan.map(({ detail }) => String(detail));
}
