import { describe, expect, it } from 'vitest';
import { openPostgresEngine } from '../../src/database/postgres/open.ts';
import { openStore } from '../../src/app/open-store.ts';
import { StoreUnavailable } from '../../src/database/unavailable.ts';
import { recording } from '../support/recording.ts';
import { createDatabase, postgresSettings } from '../support/deployment.ts';
import { answers, listSubmissions, post, workshop } from '../support/forms.ts';
import { queryIn, startPostgres } from '../support/postgres.ts';
import { unlimited, withProof } from '../support/proof.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { Site } from '../support/site.ts';

const words = 'Do you hire before you open? “I did” & was glad.';
const question = 'inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions';
const typed = () => answers({ [question]: words });
const addresses = async (site: Pick<Site, 'organizer'>) => (await listSubmissions(site)).map(({ fields }) => fields['inf_field_Email']);

/** Expects a 503 with the form and everything typed. */
async function expectUnsaved(response: Response, given: Record<string, string>): Promise<void> {
  expect(response.status).toBe(503);
  expect(response.headers.get('location')).toBeNull();
  const page = await response.text();
  expect(page).toContain('Do you hire before you open? “I did” &amp; was glad.');
  expect(page).toContain(given['inf_field_Email']);
  expect(page).toContain('Vane &amp; Daughters');
}

const startSiteOver = async (databaseUrl: string) => startSiteInProcess({ ...unlimited, ...(await postgresSettings(databaseUrl)) });

it('posts get 503 with everything typed while the PostgreSQL server is stopped, and succeed after it is started', async () => {
  await using server = await startPostgres();
  await using site = await startSiteOver(await server.database());
  const before = await withProof(site, typed());
  const during = await withProof(site, typed());
  expect((await post(site, workshop.id, before)).status).toBe(303);

  const pending = Array.from({ length: 20 }, async () => {
    const given = await withProof(site, typed());
    return { given, response: await post(site, workshop.id, given) };
  });
  await server.stop();
  const results = await Promise.all(pending);
  await expectUnsaved(await post(site, workshop.id, during), during);
  expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  expect((await fetch(site.url)).status).toBe(200);

  await server.start();
  await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200);
  expect((await post(site, workshop.id, during)).status).toBe(303);
  const kept = await addresses(site);
  expect(kept).toEqual(expect.arrayContaining([before['inf_field_Email'], during['inf_field_Email']]));
  const [accepted, refused] = [
    results.filter(({ response }) => response.status === 303),
    results.filter(({ response }) => response.status !== 303),
  ];
  expect(kept).toEqual(expect.arrayContaining(accepted.map(({ given }) => given['inf_field_Email'])));
  for (const { given, response } of refused) await expectUnsaved(response, given);
  expect(site.printed()).not.toContain(words);
});

/** Creates a trigger that runs `statement` in the first `times` inserts of a submission. */
async function failInserts(databaseUrl: string, times: number, statement: string, deferred = false): Promise<void> {
  await queryIn(databaseUrl, 'CREATE SEQUENCE provoked');
  await queryIn(
    databaseUrl,
    `CREATE FUNCTION failInserts() RETURNS trigger AS $$ BEGIN IF nextval('provoked') <= ${times} THEN ${statement}; END IF; RETURN NEW; END $$ LANGUAGE plpgsql`,
  );
  const kind = deferred ? 'CONSTRAINT TRIGGER provoked AFTER' : 'TRIGGER provoked BEFORE';
  const when = deferred ? 'DEFERRABLE INITIALLY DEFERRED' : '';
  await queryIn(databaseUrl, `CREATE ${kind} INSERT ON submissions ${when} FOR EACH ROW EXECUTE FUNCTION failInserts()`);
}

describe('a transaction', () => {
  const raise = "RAISE EXCEPTION 'restart transaction' USING ERRCODE =";
  it.each<[string, string, boolean]>([
    ['cannot be serialized', `${raise} '40001'`, false],
    ['cannot be serialized when it is committed', `${raise} '40001'`, true],
    ['is in a deadlock', `${raise} '40P01'`, false],
  ])('that %s is retried, and the post succeeds', async (_, statement, deferred) => {
    const databaseUrl = await createDatabase();
    await using site = await startSiteOver(databaseUrl);
    await failInserts(databaseUrl, 3, statement, deferred);
    const given = await withProof(site, typed());
    expect((await post(site, workshop.id, given)).status).toBe(303);
    expect(await addresses(site)).toEqual([given['inf_field_Email']]);
    expect(await queryIn(databaseUrl, 'SELECT last_value FROM provoked')).toEqual([{ last_value: '4' }]);
  });

  it('whose connection is killed stores nothing, and the next post succeeds', async () => {
    const databaseUrl = await createDatabase();
    await using site = await startSiteOver(databaseUrl);
    await failInserts(databaseUrl, 1, 'PERFORM pg_terminate_backend(pg_backend_pid())');
    const given = await withProof(site, typed());
    await expectUnsaved(await post(site, workshop.id, given), given);
    expect(await addresses(site)).toEqual([]);
    // The proof was not spent either, so the same post succeeds.
    expect((await post(site, workshop.id, given)).status).toBe(303);
    expect(await addresses(site)).toEqual([given['inf_field_Email']]);
  });

  it('that waits too long for a lock returns 503 with everything typed', async () => {
    const databaseUrl = await createDatabase();
    await using site = await startSiteOver(databaseUrl);
    await using engine = await openEngine(databaseUrl);
    const given = await withProof(site, typed());
    await engine.transactAlone(async () => expectUnsaved(await post(site, workshop.id, given), given));
    expect((await post(site, workshop.id, given)).status).toBe(303);
  });
});

it('posts succeed after idle connections were killed', async () => {
  const databaseUrl = await createDatabase();
  await using site = await startSiteOver(databaseUrl);
  expect((await post(site, workshop.id, await withProof(site, typed()))).status).toBe(303);
  const killed = await queryIn(
    databaseUrl,
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'founder-house' AND datname = current_database()",
  );
  expect(killed.length).toBeGreaterThan(0);
  await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200);
  expect((await post(site, workshop.id, await withProof(site, typed()))).status).toBe(303);
});

async function openEngine(databaseUrl: string) {
  const { engine, close } = await openPostgresEngine(databaseUrl);
  return { ...engine, [Symbol.asyncDispose]: async () => void (await close()) };
}

const killConnections = (databaseUrl: string) =>
  queryIn(
    databaseUrl,
    'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );

it('a transaction whose connection is killed between two statements rejects with what to do, and the next read succeeds', async () => {
  const databaseUrl = await createDatabase();
  await using engine = await openEngine(databaseUrl);
  const halfway = engine.transact(async (db) => {
    await db.selectFrom('tokens').selectAll().execute();
    await killConnections(databaseUrl);
    return db.selectFrom('tokens').selectAll().execute();
  });
  await expect(halfway).rejects.toThrow(StoreUnavailable);
  await expect(halfway).rejects.toThrow(/ended the connection, as during its restart; try again, .* DATABASE_URL$/u);
  expect(await engine.read((db) => db.selectFrom('tokens').selectAll().execute())).toEqual([]);
});

it('a list whose connection is killed rejects with StoreUnavailable', async () => {
  const databaseUrl = await createDatabase();
  await using store = await openStore(databaseUrl);
  await queryIn(
    databaseUrl,
    `INSERT INTO submissions (id, form_id, form_kind, form_name, email_key, state, fields, utm, search, received_at)
     SELECT i, 'f', 'workshop', 'F', i, 'accepted', '{}', '{}', 'x', '2026-11-02T00:00:00.000Z' FROM generate_series(1, 2000) i`,
  );
  const reading = (async () => {
    let read = 0;
    for await (const _ of store.submissions.list()) if ((read += 1) === 1) await killConnections(databaseUrl);
    return read;
  })();
  await expect(reading).rejects.toThrow(StoreUnavailable);
  await store.submissions.record(recording());
});
