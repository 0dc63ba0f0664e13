import { DatabaseSync } from 'node:sqlite';
import { expect, vi } from 'vitest';
import { queryDatabase } from './databases.ts';

/**
 * Resolves once a transaction of the database waits for another one; over SQLite for one of another connection. Over PostgreSQL `count` of
 * them can be waited for.
 */
export async function untilBlocked(databaseUrl: string, count = 1): Promise<void> {
  if (!databaseUrl.startsWith('file:')) {
    const waiting = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await queryDatabase(databaseUrl, waiting)).length).toBeGreaterThanOrEqual(count);
    return;
  }
  // SQLite has no list of those who wait. Each tries to begin again and again, and is refused meanwhile.
  const tries = vi.spyOn(DatabaseSync.prototype, 'exec');
  await expect.poll(() => tries.mock.results.some(({ type }) => type === 'throw')).toBe(true);
  tries.mockRestore();
}
