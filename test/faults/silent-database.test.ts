import { sql } from 'kysely';
import { it } from 'vitest';
import { openStore } from '../../src/app/open-store.ts';
import { openPostgresEngine } from '../../src/database/postgres/open.ts';
import { createDatabase, postgresSettings } from '../support/deployment.ts';
import { answers, listSubmissions, post, workshop } from '../support/forms.ts';
import { queryIn, startPostgres } from '../support/postgres.ts';
import { unlimited, withProof } from '../support/proof.ts';
import { startSite } from '../support/site.ts';

/** These tests wait for limits of the product, and need no processor meanwhile. */
const waiting = { concurrent: true, timeout: 120_000 };

it(
  'on SIGTERM the site stops by itself although its PostgreSQL server is silent, logs the number of connections that it cut off, and exits with 1',
  waiting,
  async ({ expect }) => {
    await using server = await startPostgres();
    await using site = await startSite({ env: { ...unlimited, ...(await postgresSettings(await server.database())) } });
    const given = await withProof(site, answers());
    expect((await post(site, workshop.id, given)).status).toBe(303);
    await server.freeze();
    expect(await site.end('SIGTERM')).toBe(1);
    await expect
      .poll(() => site.printed())
      .toMatch(/did not respond while its connections were being closed; \d+ connections? had to be cut off/u);
    server.thaw();
    expect((await listSubmissions(site)).map(({ fields }) => fields['inf_field_Email'])).toEqual([given['inf_field_Email']]);
  },
);

it(
  'a list and a transaction without a time limit reject when their PostgreSQL server becomes silent, and the database can be closed',
  waiting,
  async ({ expect }) => {
    await using server = await startPostgres();
    const databaseUrl = await server.database();
    const store = await openStore(databaseUrl);
    const { engine, close } = await openPostgresEngine(databaseUrl);
    await queryIn(
      databaseUrl,
      `INSERT INTO submissions (id, form_id, form_kind, form_name, email_key, state, fields, utm, search, received_at)
     SELECT i, 'f', 'workshop', 'F', i, 'accepted', '{}', '{}', 'x', '2026-11-02T00:00:00.000Z' FROM generate_series(1, 2000) i`,
    );
    const computing = engine.readSnapshot((db) => sql`SELECT pg_sleep(600)`.execute(db));
    const reading = (async () => {
      let read = 0;
      for await (const _ of store.submissions.list()) if ((read += 1) === 1) await server.freeze();
    })();
    await Promise.all([reading, computing].map((rejected) => expect(rejected).rejects.toThrow('cannot be reached; start it')));
    await Promise.all([store.close(), close()]);
  },
);

it('a statement that takes long is not ended while its PostgreSQL server responds to others', waiting, async ({ expect }) => {
  const { engine, close } = await openPostgresEngine(await createDatabase());
  await expect(engine.readSnapshot((db) => sql`SELECT pg_sleep(12)`.execute(db))).resolves.toBeDefined();
  await close();
});
