import type { Readable, Writable } from 'node:stream';
import type { z } from 'zod';
import { openStore, sqliteFileOf, storeExists, type Store } from '../app/open-store.ts';
import { readSettings } from '../app/settings.ts';
import { localTimeFormatter } from '../content/format.ts';
import { Refused } from '../refused.ts';
import { printLines, visibleJson } from './output.ts';
import { table, type TableLayout } from './table.ts';

/** What a run of the command reads and writes. */
export interface Io {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable;
  env: NodeJS.ProcessEnv;
  now: () => Date;
}

/**
 * An option has a malformed value, names a retreat or workshop that the content does not have, or does not go with the others: exit code 2,
 * no stack.
 */
export class WrongOption extends Refused {
  override name = 'WrongOption';
}

/** A wrong setting and a site that never ran look the same, so both are named. */
const noDatabase = (databaseUrl: string) =>
  `There is no database ${sqliteFileOf(databaseUrl)}. It will be created when the site starts (npm start). If the site is already running, it has other settings: put its DATA_DIR or DATABASE_URL into .env, which this command reads too.`;

export type Cli = ReturnType<typeof createCli>;

/** Returns what the commands share: settings, the database, printing. */
export function createCli({ stdin, stdout, stderr, env, now }: Io) {
  let exitCode = 0;
  let namesDatabase = true;
  const timeZone = timeZoneOf(env['TZ']);
  const say = (text: string) => void stdout.write(`${text}\n`);
  const note = (text: string) => void stderr.write(`${text}\n`);
  const settings = () => readSettings(env);
  const print = (lines: AsyncIterable<string>) => printLines(lines, stdout);

  return {
    stdin,
    stderr,
    env,
    now,
    timeZone,
    settings,
    print,
    say,
    /** Prints to standard error. */
    note,
    json: (value: unknown) => say(visibleJson(value)),
    /** Prints rows as columns, truncated to the width of the terminal where possible. Nothing is truncated in a file or a pipe. */
    table: (layout: TableLayout, rows: AsyncIterable<string[]> | Iterable<string[]>) =>
      print(table(layout, rows, stdout.isTTY ? Math.max(100, stdout.columns ?? 0) : Number.POSITIVE_INFINITY)),
    /** An instant by the organizer's clock: 2026-11-21 14:05. */
    localTime: localTimeFormatter(timeZone),
    exitCode: () => exitCode,
    fail(): void {
      exitCode = 1;
    },
    /** Whether `withStore` says which database it uses. Programs that read JSON need no such line. */
    nameDatabase(wanted: boolean): void {
      namesDatabase = wanted;
    },
    /** Runs `work` with the database that the settings name. Throws Refused if there is none, SettingsError, StoreUnavailable. */
    async withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
      const { databaseUrl } = settings();
      if (!storeExists(databaseUrl)) throw new Refused(noDatabase(databaseUrl));
      await using store = await openStore(databaseUrl);
      if (namesDatabase) note(`Using the ${store.database.displayName}`);
      return await work(store);
    },
  };
}

/** Returns what a schema reads from what the organizer typed. Throws the error that is passed, with what is wrong. */
export function parseOrFail<Schema extends z.ZodType>(schema: Schema, typed: unknown, Failure: typeof Refused): z.output<Schema> {
  const { data, error } = schema.safeParse(typed);
  if (error) throw new Failure([...new Set(error.issues.map(({ message }) => message))].join('\n'));
  return data;
}

/** The time zone that TZ names, or that of this machine if TZ is not set or is in a form that only the C library reads. */
function timeZoneOf(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name || undefined }).resolvedOptions().timeZone;
  } catch {
    return new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone;
  }
}
