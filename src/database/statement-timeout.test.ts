import { afterEach, expect, it, vi } from 'vitest';
import { openPostgresEngine } from './postgres/open.ts';
import { recording } from '../../test/support/recording.ts';
import { temporaryStore } from '../../test/support/databases.ts';

afterEach(() => {
  vi.useRealTimers();
});

const insert1500Rows = `INSERT INTO submissions (id, form_id, form_kind, form_name, email_key, state, fields, utm, search, received_at)
  SELECT i, 'f', 'workshop', 'F', i, 'accepted', '{}', '{}', 'x', '2026-11-02T00:00:00.000Z' FROM generate_series(1, 1500) i`;

it('a list is read for longer than the statement timeout, and submissions are accepted meanwhile', async () => {
  await using temporary = await temporaryStore('postgres');
  const { store, query } = temporary;
  await query(insert1500Rows);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const lists = [1, 2].map(() => store.submissions.list()[Symbol.asyncIterator]());
  let read = 0;
  for (const list of lists) while (!(await list.next()).done && (read += 1) % 100 > 0);
  vi.advanceTimersByTime(3_600_000);
  await store.submissions.record(recording());
  for (const list of lists) while (!(await list.next()).done) read += 1;
  expect(read).toBe(3000);
});

it('15 lists leave no listeners on a connection', async () => {
  await using temporary = await temporaryStore('postgres');
  await temporary.store.submissions.record(recording());
  const warnings: string[] = [];
  const onWarning = (warning: Error) => warnings.push(warning.name);
  process.on('warning', onWarning);
  for (let number = 0; number < 15; number += 1) expect(await Array.fromAsync(temporary.store.submissions.list())).toHaveLength(1);
  // Node.js emits warnings in the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});

it('only the reads and transactions of a request have a statement timeout', async () => {
  await using temporary = await temporaryStore('postgres');
  const { engine, close } = await openPostgresEngine(temporary.databaseUrl);
  const { sql } = await import('kysely');
  const limit = async (db: never) =>
    (await sql<{ statement_timeout: string }>`SHOW statement_timeout`.execute(db)).rows[0]?.statement_timeout;
  expect(await engine.read((db) => limit(db as never))).toBe('5s');
  expect(await engine.transact((db) => limit(db as never))).toBe('5s');
  expect(await engine.readSnapshot((db) => limit(db as never))).toBe('0');
  expect(await engine.transactAlone((db) => limit(db as never))).toBe('0');
  await close();
});
