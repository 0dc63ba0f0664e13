import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RestoreFailed } from './copy.ts';
import { openStore } from '../app/open-store.ts';
import { backupTables } from './tables.ts';
import type { Store } from '../app/open-store.ts';
import { insertInto, olderDatabase } from '../../test/support/older-version.ts';
import { recording } from '../../test/support/recording.ts';
import { queryAll, queryDatabase, engines, temporaryFolder, temporaryStore } from '../../test/support/databases.ts';
import type { EngineName } from '../../test/support/databases.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 1, 12) + minutes * 60_000);
const person = (name: string) => ({ inf_field_Email: `${name}@example.com`, inf_field_Company: `${name} “Söhne” 🏡\r\n=1+1` });

/** Inserts rows into every table that a copy contains: more rows than a restore inserts with one statement. */
async function fill(store: Store): Promise<void> {
  for (let number = 0; number < 563; number += 1) {
    const proof = { signature: `proof ${number}`, expiresAt: at(20) };
    await store.submissions.record({
      ...recording(person(String(number % 550)), { receivedAt: at(number) }),
      proof,
      deliveries: [{ channel: 'mail', kind: 'waitlist' }],
    });
  }
  await store.submissions.record({ ...recording(person('held'), { receivedAt: at(0) }), state: 'held', deliveries: [], linkHash: 'link' });
  const [first] = await store.outbox.lease({ channel: 'mail', limit: 1, now: at(2000), leaseMs: 1, spacingMs: 0 });
  await store.outbox.recordOutcomes([{ id: first?.id as string, outcome: 'delivered', at: at(2000) }], at(2000));
}

/** Returns the number of rows of each table and a checksum of their values. */
async function checksums(databaseUrl: string) {
  const rows = await queryAll(
    databaseUrl,
    backupTables.map((table) => `SELECT * FROM ${table}`),
  );
  return Object.fromEntries(
    backupTables.map((table, place) => {
      const lines = (rows[place] ?? []).map((row) =>
        JSON.stringify(
          Object.entries(row)
            .map(([name, value]) => [name, value && String(value)])
            .toSorted(),
        ),
      );
      return [table, `${lines.length} ${createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')}`];
    }),
  );
}

const pairs = engines.flatMap((from) => engines.map((to) => [from, to] as const));

/** A submission as the first version stored it. */
const olderRow = (id: string) => ({
  id,
  form_id: 'form',
  form_kind: 'workshop',
  form_name: 'Form',
  email_key: 'old@example.com',
  state: 'accepted',
  fields: '{"inf_field_Email":"old@example.com"}',
  utm: '{}',
  search: 'old',
  received_at: at(0).toISOString(),
  superseded_by: null,
});

type Source = Awaited<ReturnType<typeof createSource>>;
const sources = new Map<EngineName, Source>();
afterAll(async () => {
  for (const { temporary } of sources.values()) await temporary[Symbol.asyncDispose]();
});

/** Creates a filled database and a copy of it. */
async function createSource(engine: EngineName) {
  const temporary = await temporaryStore(engine);
  await fill(temporary.store);
  const before = await checksums(temporary.databaseUrl);
  const copy = join(temporary.folder, 'copy.db');
  const { submissions } = await temporary.store.database.backUp(copy);
  return { temporary, folder: temporary.folder, before, copy, submissions, bytes: readFileSync(copy) };
}

/** Returns the source of an engine. No test changes it, and to fill it takes seconds. */
async function sourceOf(engine: EngineName): Promise<Source> {
  const source = sources.get(engine) ?? (await createSource(engine));
  sources.set(engine, source);
  return source;
}

describe.each(pairs)('a copy of %s restored into %s', (from, to) => {
  it('replaces all rows with the rows of the copy, and the store works with them', async () => {
    const { folder, before, copy, submissions, bytes } = await sourceOf(from);
    expect(submissions).toBe(564);

    await using target = await temporaryStore(to);
    await target.store.submissions.record({ ...recording(person('gone')), deliveries: [{ channel: 'mail', kind: 'waitlist' }] });
    expect(await target.store.database.restore(copy, folder, () => 'a secret')).toEqual({ submissions: 564, due: 562, erasedAgain: 0 });
    expect(await checksums(target.databaseUrl)).toEqual(before);
    expect(readFileSync(copy).equals(bytes)).toBe(true);

    const { id } = await target.store.submissions.record(
      recording({ ...person('0'), inf_field_LastName: 'after the restore' }, { receivedAt: at(3000) }),
    );
    const [shown] = await target.store.submissions.listByIdPrefix(id);
    expect(shown?.older).toHaveLength(2);
    const found = await Array.fromAsync(target.store.submissions.list({ search: 'AFTER THE' }));
    expect(found.map((submission) => submission.id)).toEqual([id]);
    expect(await Array.fromAsync(target.store.submissions.list({ search: 'gone' }))).toEqual([]);
  });
});

describe.each(engines)('the store over %s', (engine) => {
  it('refuses to restore a file that is not a copy, with the reason, and keeps its rows', async () => {
    await using temporary = await temporaryStore(engine);
    const { store, folder } = temporary;
    await store.submissions.record(recording());
    const refused = async (name: string, content: string | Buffer, reason: RegExp) => {
      const file = join(folder, name);
      writeFileSync(file, content);
      await expect(store.database.restore(file, folder, () => 'a secret')).rejects.toThrow(RestoreFailed);
      await expect(store.database.restore(file, folder, () => 'a secret')).rejects.toThrow(reason);
      expect(readFileSync(file).equals(Buffer.from(content))).toBe(true);
    };
    await expect(store.database.restore(join(folder, 'none.db'), folder, () => 'a secret')).rejects.toThrow(
      /none\.db: this file does not exist/u,
    );
    await refused('empty.db', '', /empty\.db: it is not a backup/u);
    await refused('letter.txt', 'Dear '.repeat(2000), /letter\.txt: it is not a backup/u);

    const copy = join(folder, 'copy.db');
    await store.database.backUp(copy);
    const whole = readFileSync(copy);
    await refused('half.db', whole.subarray(0, whole.length / 2), /half\.db: (?:it is damaged|it is not a backup|it cannot be restored)/u);
    await queryDatabase(`file:${copy}`, "INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '2030-01-01T00:00:00.000Z')");
    await refused('newer.db', readFileSync(copy), /newer\.db: it cannot be restored \(it was made by a newer version/u);
    expect(await Array.fromAsync(store.submissions.list())).toHaveLength(1);
  });

  it('refuses to open a database of a newer version', async () => {
    await using temporary = await temporaryStore(engine);
    await temporary.query("INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '2030-01-01T00:00:00.000Z')");
    await expect(openStore(temporary.databaseUrl)).rejects.toThrow(/was made by a newer version of the site; install that version/u);
  });

  it('migrates a database of an older version and keeps its rows', async () => {
    using temporary = temporaryFolder();
    const { databaseUrl, query } = await olderDatabase(engine, temporary.folder, '0003-write-probe');
    const id = 'a-submission';
    await query(insertInto('submissions', olderRow(id)));

    const one = await openStore(databaseUrl);
    const other = await openStore(databaseUrl);
    expect(await Array.fromAsync(one.submissions.list())).toMatchObject([{ id, consents: [], state: 'accepted' }]);
    await other.submissions.record({
      ...recording(person('new')),
      proof: { signature: 's', expiresAt: at(1) },
      deliveries: [{ channel: 'mail', kind: 'waitlist' }],
    });
    expect(await Array.fromAsync(one.outbox.list())).toHaveLength(1);
    await Promise.all([one.close(), other.close()]);
  });
});

it('restore accepts a copy of an older version, and does not change the copy', async () => {
  using temporary = temporaryFolder();
  const { databaseUrl, query } = await olderDatabase('sqlite', temporary.folder, '0007-retreat');
  await query(insertInto('submissions', { ...olderRow('a-submission'), consents: '[]' }));
  const copy = join(temporary.folder, 'copy.db');
  renameSync(databaseUrl.slice('file:'.length), copy);
  const bytes = readFileSync(copy);
  await using target = await temporaryStore('postgres');
  expect(await target.store.database.restore(copy, temporary.folder, () => 'a secret')).toEqual({ submissions: 1, due: 0, erasedAgain: 0 });
  expect(readFileSync(copy).equals(bytes)).toBe(true);
});
