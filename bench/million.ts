import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../src/app/open-store.ts';
import type { SubmissionFilter } from '../src/submissions/queries.ts';
import { form } from './posts.ts';
import { peakResidentMegabytes } from './process-usage.ts';
import { project } from './site.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';

const listMaxMs = 300;
const exportMinRowsPerSecond = 50_000;
const exportMaxMegabytes = 200;

/** The searches of an organizer, each with the filter that the command passes on. */
const searches: [what: string, filter: SubmissionFilter][] = [
  ['the newest hundred', { limit: 100 }],
  ['those of one form', { form: form.id, limit: 100 }],
  ['those in quarantine', { state: 'quarantined', limit: 100 }],
  ['those of one day', { since: '2026-01-02', until: '2026-01-03', limit: 100 }],
  ['one address', { search: 'founder777777@', limit: 100 }],
  ['a word that many used', { search: 'franchisees', limit: 100 }],
  ['a word that nobody used', { search: 'nobody wrote this', limit: 100 }],
];

/** Lists, filters and exports `count` submissions. Returns true if every aim was met. */
export async function measureMillion(count: number): Promise<boolean> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'founder-house-million-'));
  const file = join(folder.path, 'founder-house.db');
  await (await openStore(`file:${file}`)).close();
  insertSubmissions(file, count);
  const store = await openStore(`file:${file}`);
  const rows: string[][] = [];
  let met = true;
  for (const [what, filter] of searches) {
    const timesMs: number[] = [];
    let found = 0;
    for (let run = 0; run < 5; run += 1) {
      const since = performance.now();
      found = (await Array.fromAsync(store.submissions.list(filter))).length;
      timesMs.push(performance.now() - since);
    }
    met &&= median(timesMs) < listMaxMs;
    rows.push([what, String(found), median(timesMs).toFixed(0)]);
  }
  await store.close();
  console.log(`\n${table([`of ${count.toLocaleString('en-US')} submissions`, 'found', `ms (aim: under ${listMaxMs})`], rows)}`);

  const { rowsPerSecond, peakMegabytes } = await timeExport(folder.path, count);
  console.log(
    `export as CSV: ${rowsPerSecond.toFixed(0)} rows per second (aim: at least ${exportMinRowsPerSecond}), peak memory ${peakMegabytes.toFixed(0)} MB (aim: under ${exportMaxMegabytes} MB)`,
  );
  return met && rowsPerSecond >= exportMinRowsPerSecond && peakMegabytes < exportMaxMegabytes;
}

/** Inserts workshop submissions with one statement, since posting a million would take an hour. */
export function insertSubmissions(file: string, count: number): void {
  using native = new DatabaseSync(file, { timeout: 5000 });
  native
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1),
         f (i, fields) AS (SELECT i, json_object(
           'inf_field_FirstName', 'Ottoline', 'inf_field_LastName', 'Vane ' || i, 'inf_field_Email', 'founder' || i || '@example.com',
           'inf_field_Company', 'Vane & Daughters ' || (i % 1000), 'inf_field_Phone1', '(512) 555-' || (i % 10000),
           'inf_custom_SystemSize', '11-25 Units',
           'inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions', 'How did you find the first ten franchisees?') FROM n)
       INSERT INTO submissions (id, form_id, form_kind, form_name, email_key, state, fields, utm, search, received_at)
       SELECT printf('%08x-0000-7000-8000-%012x', i, i), ?2, 'workshop', 'F', 'founder' || i || '@example.com',
         CASE i % 1000 WHEN 0 THEN 'quarantined' ELSE 'accepted' END, fields, '{}',
         lower((SELECT group_concat(value, char(10)) FROM json_each(fields))),
         strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', (i * 10) || ' seconds') FROM f`,
    )
    .run(count, form.id);
}

async function timeExport(folder: string, count: number): Promise<{ rowsPerSecond: number; peakMegabytes: number }> {
  const { PATH, HOME } = process.env;
  const since = performance.now();
  const child = spawn(join(project, 'bin/organizer'), ['submissions', 'export'], {
    env: { PATH, HOME, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peakMegabytes = 0;
  let lines = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 10) lines += 1;
  });
  // Once the process has ended, its memory can no longer be read.
  const watch = setInterval(() => (peakMegabytes = peakResidentMegabytes(child.pid as number) || peakMegabytes), 50);
  await once(child, 'close');
  clearInterval(watch);
  if (lines < count) throw new Error(`the export holds ${lines} lines`);
  return { rowsPerSecond: count / ((performance.now() - since) / 1000), peakMegabytes };
}
