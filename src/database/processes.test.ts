import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BackupFailed } from './sqlite/backup.ts';
import { openStore } from '../app/open-store.ts';
import { emptyDatabaseUrl, engines, temporaryFolder, temporaryStore } from '../../test/support/databases.ts';

const script = fileURLToPath(new URL('../../test/support/writer.ts', import.meta.url));

/** Starts a process that records submissions; `lines` are what it prints. */
function startWriter(databaseUrl: string, count: number, email?: string) {
  const child = spawn(process.execPath, [script, databaseUrl, String(count), ...(email ? [email] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    child,
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    ended: once(child, 'close') as Promise<[number | null]>,
  };
}

async function idsIn(databaseUrl: string, superseded: boolean) {
  const store = await openStore(databaseUrl);
  const ids = (await Array.fromAsync(store.submissions.list({ superseded }))).map(({ id }) => id);
  await store.close();
  return ids;
}

describe.each(engines)('the database over %s', (engine) => {
  it('is created once by four processes that start simultaneously, and a person who posts to all of them has one current submission', async () => {
    using temporary = temporaryFolder();
    const databaseUrl = await emptyDatabaseUrl(engine, join(temporary.folder, 'new'));
    const writers = Array.from({ length: 4 }, () => startWriter(databaseUrl, 5, 'ottoline@example.com'));
    const printed = await Promise.all(writers.map(({ lines }) => Array.fromAsync({ [Symbol.asyncIterator]: () => lines })));
    expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual(writers.map(() => [0, null]));
    const acknowledged = printed.flat().filter((line) => line !== 'open');
    expect(acknowledged).toHaveLength(20);
    expect(new Set(await idsIn(databaseUrl, true))).toEqual(new Set(acknowledged));
    expect(await idsIn(databaseUrl, false)).toHaveLength(1);
  });

  it('is copied completely while another process writes', async () => {
    await using temporary = await temporaryStore(engine);
    const { child, lines, ended } = startWriter(temporary.databaseUrl, Infinity);
    await lines.next();
    const before: string[] = [];
    while (before.length < 25) before.push((await lines.next()).value as string);
    const copy = join(temporary.folder, 'copy.db');
    const { bytes, submissions } = await temporary.store.database.backUp(copy);
    const during = (await lines.next()).value as string;
    child.kill();
    await ended;
    const copied = await idsIn(`file:${copy}`, false);
    expect(copied).toEqual(expect.arrayContaining(before));
    expect(copied).toHaveLength(submissions);
    expect(bytes).toBe(statSync(copy).size);
    expect(readdirSync(temporary.folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.db']);
    expect(statSync(copy).mode & 0o077).toBe(0);
    expect(during).toMatch(/^[\da-f-]{36}$/u);
    await expect(temporary.store.database.backUp(copy)).rejects.toThrow(BackupFailed);
    expect(await idsIn(`file:${copy}`, false)).toEqual(copied);
  });
});
