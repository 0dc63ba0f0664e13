import { sql, type Expression, type SqlBool } from 'kysely';
import { copyInto } from '../copy.ts';
import type { Engine } from '../engine.ts';
import { searchWordsIn } from '../normalize.ts';
import { migratePostgres } from '../migrations/migrate.ts';
import { unavailable } from '../unavailable.ts';
import { blockOtherWrites } from './lock.ts';
import { connect } from './pools.ts';
import { purge } from './purge.ts';
import { withRetries } from './retries.ts';
import { serverUrls } from './server-urls.ts';

/** An engine over a PostgreSQL server, or one that speaks its protocol. Throws StoreUnavailable when it cannot be reached or written. */
export async function openPostgresEngine(databaseUrl: string) {
  const urls = serverUrls(databaseUrl);
  const servers = urls.map((url) => new URL(url));
  const displayName = `database ${servers[0]?.pathname.slice(1)} on ${servers.map(({ hostname, port }) => `${hostname}:${port || 5432}`).join(' or ')}`;
  const errorFor = (cause: unknown) => unavailable(displayName, cause);
  const guarded = <Result>(work: () => Promise<Result>) =>
    work().catch((cause: unknown) => {
      throw errorFor(cause);
    });

  const { pool, db, long, purging, close } = connect(urls);
  await guarded(() => migratePostgres(long)).catch(async (error: unknown) => {
    await close();
    throw error;
  });

  const engine: Engine = {
    kind: 'postgres',
    displayName,
    transact: (work) => guarded(() => withRetries(() => db.transaction().execute(work))),
    transactAlone: (work) =>
      guarded(() =>
        withRetries(() =>
          long.transaction().execute(async (transaction) => {
            await blockOtherWrites(transaction);
            return work(transaction);
          }),
        ),
      ),
    read: (work) => guarded(() => withRetries(() => work(db))),
    async *stream(work) {
      try {
        yield* work(long);
      } catch (cause) {
        throw errorFor(cause);
      }
    },
    readSnapshot: (work) => guarded(() => long.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)),
    matchText: async (text) => matchText(text),
  };
  return {
    engine,
    /** A server checks its own pages; the site can only check that it responds. */
    checkIntegrity: () => guarded(() => sql`SELECT 1`.execute(db).then(() => [])),
    assertIntact: async () => {},
    backUp: (copy: string) => copyInto(engine, copy),
    purge: () => guarded(() => purge(purging)),
    purgeHouseFacts: () => guarded(() => sql`VACUUM house_facts`.execute(purging).then(() => undefined)),
    limiter: { pool, table: 'rate_limits' },
    close,
  };
}

/** A trigram index makes this fast if the server has pg_trgm (migration 0002). */
function matchText(text: string): Expression<SqlBool> {
  const patterns = searchWordsIn(text).map((word) => `%${word.replaceAll(/[\\%_]/gu, '\\$&')}%`);
  return sql.join<SqlBool>(
    patterns.map((pattern) => sql`search LIKE ${pattern}`),
    sql` AND `,
  );
}
