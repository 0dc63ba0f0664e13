import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A list that is read for longer than this is spooled. */
const maxReadMs = 5000;

/** After this many rows, other work of the process gets a turn. */
const rowsPerTurn = 500;

/**
 * Yields the rows of one statement over `native`, which is used for nothing else. An open statement keeps SQLite from reusing the
 * write-ahead log, which would grow while a caller pauses, as `organizer submissions export | less` does (sqlite.org/wal.html, 6). So the
 * rows that are left after five seconds move to a temporary table: a private file that SQLite removes (sqlite.org/tempfiles.html, 2.6).
 * They stay as of the first read. Other work of the process has its turn between the rows, even if the caller never waits.
 */
export async function* spooled<Row>(native: DatabaseSync, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  const source = rows[Symbol.asyncIterator]();
  /** The caller has a row, so the loop below is not reading. */
  let isWithCaller = false;
  let isLate = false;
  let count = 0;
  let spooling: Promise<void> | undefined;
  const start = () => (spooling ??= spool(native, source));
  const timer = setTimeout(() => {
    isLate = true;
    // Otherwise the loop starts it.
    if (isWithCaller) start().catch(() => {});
  }, maxReadMs);
  try {
    for (;;) {
      if (isLate) break;
      const next = await source.next();
      if (next.done) return;
      isWithCaller = true;
      yield next.value;
      isWithCaller = false;
      count += 1;
      if (count % rowsPerTurn === 0) await nextTurn();
    }
    await start();
    for (const { row } of native.prepare('SELECT row FROM temp.spool ORDER BY rowid').iterate()) {
      yield JSON.parse(row as string) as Row;
      count += 1;
      if (count % rowsPerTurn === 0) await nextTurn();
    }
  } finally {
    clearTimeout(timer);
    // The connection is closed next, and a statement that still reads would be cut off.
    await spooling?.catch(() => {});
    await source.return?.();
  }
}

async function spool<Row>(native: DatabaseSync, source: AsyncIterator<Row>): Promise<void> {
  // Without a journal file for each insert: nothing of this table is ever rolled back.
  native.exec('PRAGMA temp.journal_mode = MEMORY; CREATE TEMP TABLE spool (row TEXT NOT NULL);');
  const insert = native.prepare('INSERT INTO temp.spool VALUES (?)');
  for (let count = 1; ; count += 1) {
    const next = await source.next();
    if (next.done) return;
    insert.run(JSON.stringify(next.value));
    if (count % rowsPerTurn === 0) await nextTurn();
  }
}
