import type { DatabaseSync } from 'node:sqlite';

/** What is damaged, a line each; empty when all is well (sqlite.org/pragma.html#pragma_integrity_check). */
export function damagesIn(database: DatabaseSync): string[] {
  const lines = database.prepare('PRAGMA integrity_check').all();
  return lines.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok');
}
