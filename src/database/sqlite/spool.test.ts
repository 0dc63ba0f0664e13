import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recording } from '../../../test/support/recording.ts';
import { insertSubmissions } from '../../../test/support/cli-data.ts';
import { temporaryStore } from '../../../test/support/databases.ts';

const rows = 5000;

/** Lets the reader of a list stop for longer than a list may be read. */
const stall = () => vi.advanceTimersByTimeAsync(6000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('attack: a stalled export lets the write-ahead log be reused, and yields every row as of the first read', async () => {
  await using temporary = await temporaryStore();
  const { store, file, query } = temporary;
  insertSubmissions(file, rows, 'Vane “& Daughters”');
  const list = store.submissions.list()[Symbol.asyncIterator]();
  const read = [(await list.next()).value];
  await stall();
  // About 40 MB in small transactions, each in a turn of its own, as posts arrive.
  for (let number = 0; number < 400; number += 1) {
    await nextTurn();
    const company = 'x'.repeat(50_000);
    await store.submissions.record({
      ...recording({ inf_field_Email: `${number}@example.com`, inf_field_Company: company }),
      deliveries: [],
    });
  }
  expect(statSync(`${file}-wal`).size).toBeLessThan(12e6);
  // What the list has still to yield is changed and erased.
  await query("UPDATE submissions SET state = 'quarantined'");
  await query('DELETE FROM submissions WHERE number < 100');
  for (let next = await list.next(); !next.done; next = await list.next()) read.push(next.value);
  expect(read).toHaveLength(rows);
  expect(new Set(read.map((submission) => submission?.id)).size).toBe(rows);
  expect(new Set(read.map((submission) => submission?.state))).toEqual(new Set(['accepted']));
  // The oldest comes last: it was erased before it was yielded.
  expect(read.at(-1)).toMatchObject({ fields: { inf_field_Email: 'founder1@example.com', inf_field_Company: 'Vane “& Daughters”' } });
});

it('a stalled export that is aborted closes its connection and releases the write-ahead log', async () => {
  await using temporary = await temporaryStore();
  insertSubmissions(temporary.file, rows, 'Vane');
  const list = temporary.store.submissions.list()[Symbol.asyncIterator]();
  await list.next();
  await stall();
  expect((await list.return?.(undefined))?.done).toBe(true);
  expect(await temporary.store.submissions.listForCounts()).toHaveLength(rows);
});

it('thousands of submissions let other work have its turn while they are listed or counted', async () => {
  await using temporary = await temporaryStore();
  insertSubmissions(temporary.file, rows, 'Vane');
  const { submissions } = temporary.store;
  for (const read of [() => submissions.listForCounts(), () => Array.fromAsync(submissions.list())]) {
    const order: string[] = [];
    const reading = read().finally(() => order.push('read'));
    await nextTurn();
    order.push('other work');
    expect(await reading).toHaveLength(rows);
    expect(order).toEqual(['other work', 'read']);
  }
});
