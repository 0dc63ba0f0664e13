import { sql, type Expression } from 'kysely';
import type { Engine } from '../database/engine.ts';
import { systemSizes } from './fields.ts';
import { personWires } from './person.ts';

type AnswerSort = 'name' | 'email' | 'brand' | 'size';

/** Returns SQL expressions over the answers of a submission. */
export function answerColumns(engine: Pick<Engine, 'kind'>) {
  /** An answer by the provider's field name. PostgreSQL's JSON operators refuse an escaped NUL. */
  const answer = (wire: string) =>
    engine.kind === 'postgres'
      ? sql<string>`coalesce(replace(fields, ${'\\u0000'}, ${'\\ufffd'})::json ->> ${wire}::text, '')`
      : sql<string>`coalesce(fields ->> ${wire}, '')`;

  /** Compares letters by their code points, on both engines and in every locale. */
  const text = (expression: Expression<string>) =>
    engine.kind === 'postgres' ? sql<string>`lower(${expression}) COLLATE "C"` : sql<string>`lower(${expression})`;

  return {
    answer,
    /** System sizes are in the order of the form, not of the alphabet. */
    sortKey(sort: AnswerSort): Expression<string | number> {
      if (sort === 'email') return text(answer(personWires.email));
      if (sort === 'brand') return text(answer(personWires.brand));
      if (sort === 'name') return text(sql`${answer(personWires.firstName)} || ' ' || ${answer(personWires.lastName)}`);
      const known = systemSizes.map((size, index) => sql`WHEN ${size} THEN ${sql.lit(index)}`);
      return sql`CASE ${answer(personWires.systemSize)} ${sql.join(known, sql` `)} ELSE -1 END`;
    },
  };
}
