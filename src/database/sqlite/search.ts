import { sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import { searchWordsIn } from '../normalize.ts';
import type { Database } from '../schema.ts';

/** With more matches than this, reading one submission after the other finds the newest ones sooner. */
const maxMatches = 5000;

/** More parts than this do not narrow the result any further; each match is compared with all words anyway. */
const maxParts = 38;

/**
 * Selects submissions with each word of this text in an answer, in any case: through the index if that finds few of them, otherwise by
 * reading all.
 */
export async function matchText(db: Kysely<Database>, text: string): Promise<Expression<SqlBool>> {
  const words = searchWordsIn(text);
  const contains = sql.join<SqlBool>(
    words.map((word) => sql`instr(search, ${word}) > 0`),
    sql` AND `,
  );
  const parts = words.flatMap(trigrams).slice(0, maxParts);
  if (parts.length === 0) return contains;
  const query = parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ');
  const { rows } = await sql<{ rowid: number }>`
    SELECT rowid FROM submissions_search WHERE submissions_search MATCH ${query} LIMIT ${sql.lit(maxMatches)}`.execute(db);
  if (rows.length === maxMatches) return contains;
  return sql<SqlBool>`number IN (SELECT value FROM json_each(${JSON.stringify(rows.map(({ rowid }) => rowid))})) AND ${contains}`;
}

function trigrams(word: string): string[] {
  const letters = [...word];
  return letters.slice(2).map((_, start) => letters.slice(start, start + 3).join(''));
}
