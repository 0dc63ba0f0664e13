import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../src/app/open-store.ts';
import type { SubmissionToStore } from '../../src/submissions/repository.ts';
import { createSqliteFile } from './deployment.ts';
import { organizer, runOrganizer } from './organizer.ts';
import type { Terminal } from './organizer.ts';

/** Creates a data folder with these submissions; returns it with functions that run the command on it. */
export async function dataWith(submissions: SubmissionToStore[]) {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-organizer-'));
  const file = join(folder, 'founder-house.db');
  createSqliteFile(file);
  const store = await openStore(`file:${file}`);
  const ids: string[] = [];
  for (const submission of submissions) ids.push((await store.submissions.record(submission)).id);
  await store.close();
  return {
    folder,
    file,
    ids,
    /** Runs the command in this process. */
    organizer: (args: string[], settings: Record<string, string> = {}, terminal: Terminal = {}) =>
      organizer(args, { DATA_DIR: folder, ...settings }, terminal),
    /** Runs `bin/organizer` as a separate process. */
    process: (args: string[], settings: Record<string, string> = {}) => runOrganizer(args, { DATA_DIR: folder, ...settings }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Inserts submissions by SQL, since `record` would take minutes. The brand of each is `answer`. */
export function insertSubmissions(file: string, count: number, answer: string): void {
  using native = new DatabaseSync(file, { timeout: 5000 });
  native
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO submissions (id, form_id, form_kind, form_name, email_key, state, fields, utm, search, received_at)
       SELECT printf('%032x', i), 'f', 'workshop', 'F', i, 'accepted', json_object('inf_field_Email', 'founder' || i || '@example.com', 'inf_field_Company', ?), '{}', i, '2026-11-02T00:00:00.000Z' FROM n`,
    )
    .run(count, answer);
}

/** Inserts parked deliveries with this error; the last one is the newest. */
export function insertDeliveries(file: string, count: number, problem: string): void {
  using native = new DatabaseSync(file, { timeout: 5000 });
  native
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO deliveries (id, channel, kind, payload, state, attempts, next_attempt_at, trying_since, last_error, created_at)
       SELECT printf('delivery-%d', i), 'webhook', 'submission.accepted', '{}', 'parked', 9, at, at, ?, at
       FROM (SELECT i, strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-02', i || ' seconds') AS at FROM n)`,
    )
    .run(count, problem);
}
