import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openStore } from '../../src/app/open-store.ts';
import { isBusy } from '../../src/database/unavailable.ts';
import { createDatabase, createEmptyDatabase, createSqliteFile } from './deployment.ts';
import { queryAllIn } from './postgres.ts';

export const engines = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof engines)[number];

/** Creates a folder that is removed at the end of the block. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-store-'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

const sqliteFileIn = (folder: string) => join(folder, 'founder-house.db');

/** Returns the URL of a database with the tables of this version and without rows. */
export async function newDatabaseUrl(engine: EngineName, folder: string): Promise<string> {
  if (engine === 'postgres') return createDatabase();
  createSqliteFile(sqliteFileIn(folder));
  return `file:${sqliteFileIn(folder)}`;
}

/** Returns the URL of a database without tables; a SQLite file and its folder do not exist yet. */
export async function emptyDatabaseUrl(engine: EngineName, folder: string): Promise<string> {
  return engine === 'postgres' ? createEmptyDatabase() : `file:${sqliteFileIn(folder)}`;
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
  const [rows = []] = await queryAll(databaseUrl, [text]);
  return rows;
}

/** The same for several queries over one connection. Returns the rows of each. */
export async function queryAll(databaseUrl: string, texts: string[]): Promise<Record<string, unknown>[][]> {
  if (!databaseUrl.startsWith('file:')) return queryAllIn(databaseUrl, texts);
  using native = new DatabaseSync(databaseUrl.slice('file:'.length), { timeout: 5000 });
  return texts.map((text) => native.prepare(text).all());
}

/**
 * Begins a transaction with the write lock in the file of a site that runs in this process. SQLite's own way of waiting for the lock would
 * stop the site, which may have it.
 */
export async function beginInSqlite(native: DatabaseSync): Promise<void> {
  for (;;) {
    try {
      return native.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (!isBusy(error)) throw error;
      await nextTurn();
    }
  }
}
