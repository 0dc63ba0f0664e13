import type { SelectQueryBuilder } from 'kysely';
import type { Database } from './schema.ts';

/** Counts the rows that a query selects. PostgreSQL's driver returns a count as text. */
export async function countRows<Table extends keyof Database>(rows: SelectQueryBuilder<Database, Table, object>): Promise<number> {
  const { count } = await rows.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns whether a query selects a row. */
export const hasRow = async (query: { executeTakeFirst: () => Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;
