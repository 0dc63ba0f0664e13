import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../src/app/open-store.ts';
import { createDatabase, createEmptyDatabase } from './deployment.ts';
import { queryIn } from './postgres.ts';

export const engines = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof engines)[number];

/** Creates a folder that is removed at the end of the block. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-store-'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Returns the URL of a database without rows, which the first to open it may have to create. */
export async function newDatabaseUrl(engine: EngineName, folder: string): Promise<string> {
  return engine === 'sqlite' ? `file:${join(folder, 'founder-house.db')}` : createDatabase();
}

/** Returns the URL of a database without tables. */
export async function emptyDatabaseUrl(engine: EngineName, folder: string): Promise<string> {
  return engine === 'sqlite' ? newDatabaseUrl(engine, folder) : createEmptyDatabase();
}

/** Opens a store over a new database. The end of the block closes it and removes its files. */
export async function temporaryStore(engine: EngineName = 'sqlite') {
  const { folder, [Symbol.dispose]: remove } = temporaryFolder();
  const databaseUrl = await newDatabaseUrl(engine, folder);
  const store = await openStore(databaseUrl);
  return {
    store,
    databaseUrl,
    file: join(folder, 'founder-house.db'),
    folder,
    /** Queries the database directly, without the store. */
    query: (text: string) => queryDatabase(databaseUrl, text),
    [Symbol.asyncDispose]: async () => {
      await store.close();
      remove();
    },
  };
}

/** Queries a database directly, in SQL that both engines support. */
export async function queryDatabase(databaseUrl: string, text: string): Promise<Record<string, unknown>[]> {
  if (!databaseUrl.startsWith('file:')) return queryIn(databaseUrl, text);
  using native = new DatabaseSync(databaseUrl.slice('file:'.length), { timeout: 5000 });
  return native.prepare(text).all();
}
