import { sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import { searchable } from '../normalize.ts';
import type { Database } from '../schema.ts';

/** With more matches than this, reading one submission after the other finds the newest ones sooner. */
const maxMatches = 5000;

/** More letters than this do not narrow the result any further; each match is compared with the whole text anyway. */
const maxLetters = 40;

/** Selects submissions with this text in an answer, in any case: through the index if that finds few of them, otherwise by reading all. */
export async function matchText(db: Kysely<Database>, text: string): Promise<Expression<SqlBool>> {
  const sought = searchable(text);
  const contains = sql<SqlBool>`instr(search, ${sought}) > 0`;
  const parts = trigrams(sought);
  if (parts.length === 0) return contains;
  const query = parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ');
  const { rows } = await sql<{ rowid: number }>`
    SELECT rowid FROM submissions_search WHERE submissions_search MATCH ${query} LIMIT ${sql.lit(maxMatches)}`.execute(db);
  if (rows.length === maxMatches) return contains;
  return sql<SqlBool>`number IN (SELECT value FROM json_each(${JSON.stringify(rows.map(({ rowid }) => rowid))})) AND ${contains}`;
}

function trigrams(text: string): string[] {
  const letters = [...text].slice(0, maxLetters);
  return letters.slice(2).map((_, start) => letters.slice(start, start + 3).join(''));
}
