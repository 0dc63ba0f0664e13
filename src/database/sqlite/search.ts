import { sql } from 'kysely';
import type { Expression, Kysely, SqlBool } from 'kysely';
import { searchable } from '../normalize.ts';
import type { Database } from '../schema.ts';

/** With more matches than this the newest are found sooner by looking at one submission after another. */
const few = 5000;

/** More letters than this narrow nothing down any further; each submission is compared with the whole text anyway. */
const enough = 40;

/** Submissions with this text in an answer, in any case. It asks the index first how many there are, and with few of them for nothing else. */
export async function searching(db: Kysely<Database>, text: string): Promise<Expression<SqlBool>> {
  const sought = searchable(text);
  const contains = sql<SqlBool>`instr(search, ${sought}) > 0`;
  const parts = trigrams(sought);
  if (parts.length === 0) return contains;
  const query = parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ');
  const { rows } = await sql<{ rowid: number }>`
    SELECT rowid FROM submissions_search WHERE submissions_search MATCH ${query} LIMIT ${sql.lit(few)}`.execute(db);
  if (rows.length === few) return contains;
  return sql<SqlBool>`number IN (SELECT value FROM json_each(${JSON.stringify(rows.map(({ rowid }) => rowid))})) AND ${contains}`;
}

function trigrams(text: string): string[] {
  const letters = [...text].slice(0, enough);
  return letters.slice(2).map((_, start) => letters.slice(start, start + 3).join(''));
}
