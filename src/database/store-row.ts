import type { Insertable, Transaction } from 'kysely';
import type { Database } from './schema.ts';

type Row<Table extends keyof Database> = Insertable<Database[Table]>;

/** Stores a row, unless one with the same key is stored. Returns whether it was stored. */
export async function insertIfNew<Table extends keyof Database>(
  db: Transaction<Database>,
  table: Table,
  row: Row<Table>,
): Promise<boolean> {
  const insert = db
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.doNothing());
  return Boolean((await insert.executeTakeFirst()).numInsertedOrUpdatedRows);
}

/** Deletes the rows that a statement selects. Returns whether there were any. */
export const deleteRows = async (deletion: { executeTakeFirst: () => Promise<{ numDeletedRows: bigint }> }): Promise<boolean> =>
  (await deletion.executeTakeFirst()).numDeletedRows > 0n;

/** Stores a row with a key and values. If a row with this key is stored already, it gets these values. */
export async function upsert<Table extends keyof Database, Key extends keyof Row<Table> & string>(
  db: Transaction<Database>,
  table: Table,
  key: Pick<Row<Table>, Key>,
  values: Omit<Row<Table>, Key>,
): Promise<void> {
  await db
    .insertInto(table)
    .values({ ...key, ...values } as never)
    .onConflict((conflict) => conflict.columns(Object.keys(key) as never).doUpdateSet(values as never))
    .execute();
}
