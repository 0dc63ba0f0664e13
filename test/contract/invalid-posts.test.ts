import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/app/open-store.ts';
import type { Store } from '../../src/app/open-store.ts';
import { answers, post, shownIn, waitlist, workshop } from '../support/forms.ts';
import { makeProof, cheapProofs } from '../support/proof.ts';
import { postgresSettings } from '../support/deployment.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { SiteInProcess } from '../support/http-app.ts';
import { wires } from './invalid-posts/invalid-post.ts';
import type { InvalidPost } from './invalid-posts/invalid-post.ts';
import { bytes } from './invalid-posts/bytes.ts';
import { fields } from './invalid-posts/fields.ts';
import { headers } from './invalid-posts/headers.ts';
import { formulas, inert } from './invalid-posts/inert.ts';
import { texts } from './invalid-posts/texts.ts';

/** Invalid and unusual posts on each engine: the status, what is stored, and the page that the visitor gets. */
const table = [...texts, ...inert, ...bytes, ...fields, ...headers];

interface EngineRows {
  engine: string;
  rows: InvalidPost[];
  /** Returns the settings of a site with a new database. */
  settings: () => Promise<Record<string, string>>;
}

/** A post that is refused is refused before its engine would store anything, so one engine is enough for it. */
const engines: EngineRows[] = [
  { engine: 'SQLite', rows: table, settings: async () => ({}) },
  { engine: 'PostgreSQL', rows: table.filter(({ stored }) => stored), settings: () => postgresSettings() },
];

it('the table has more than a hundred rows with unique names', () => {
  expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
  expect(table.length).toBeGreaterThan(100);
});

describe.each(engines)('on $engine', ({ rows, settings }) => {
  let site: SiteInProcess;
  let store: Store;
  beforeAll(async () => {
    const own = await settings();
    site = await startSiteInProcess({ ...own, ...cheapProofs, RATE_LIMIT_PER_MINUTE: '1000000' });
    store = await openStore(own['DATABASE_URL'] ?? `file:${join(site.dataDir, 'founder-house.db')}`);
  });
  afterAll(async () => {
    await store.close();
    await site[Symbol.asyncDispose]();
  });

  const list = (since?: string) => Array.fromAsync(store.submissions.list({ superseded: true, since }));
  /** What each row stored, by id. */
  const stored = new Map<string, Awaited<ReturnType<typeof list>>[number]>();

  it.each(rows)('$name: $status', async (row) => {
    const sent = await buildPost(row);
    const since = new Date().toISOString();
    const response = await post(site, formOf(row).id, sent.body, row.headers);
    const page = await response.text();
    const added = (await list(since)).filter(({ id }) => !stored.has(id));
    for (const submission of added) stored.set(submission.id, submission);

    expect(response.status).toBe(row.status);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/u);
    expect(response.headers.get('location')).toBe(
      row.status === 303 ? `/app/form/${formOf(row).id}/${hasProof(row) ? 'received' : 'check-your-inbox'}` : null,
    );
    expect(added.map(({ state, fields: kept }) => ({ state, fields: kept }))).toEqual(
      row.stored ? [{ state: row.stored, fields: sent.answers }] : [],
    );
    const showsForm = row.status === 422;
    expect(/<title>Error: /u.test(page)).toBe(showsForm);
    expect(/&quot;challenge&quot;:\[0,\{/u.test(page)).toBe(showsForm);
    expect(page).toMatch((showsForm && row.message) || /(?:)/u);
    const typed = Object.entries(showsForm && !row.body ? sent.answers : {}).filter(([wire]) => textFields.has(wire));
    expect(typed.map(([wire]) => lines(shownIn(page, wire)))).toEqual(typed.map(([, value]) => lines(value)));
  });

  it('no post changed what another had stored', async () => {
    expect(new Map((await list()).map((submission) => [submission.id, submission]))).toEqual(stored);
  });

  it('the export contains no formula that a spreadsheet would calculate', async () => {
    const { stdout } = await site.organizer('submissions', 'export', '--form', 'workshop');
    for (const formula of formulas) expect(stdout).toMatch(new RegExp(`,"?'${RegExp.escape(formula.replaceAll('"', '""'))}`, 'u'));
    expect(stdout).not.toMatch(/,"?\s*[=+\-@＝＋－＠]/u);
  });
});

/** The text fields, which show an invalid value again. A select cannot show a value that is not an option. */
const textFields = new Set([wires.first, wires.last, wires.email, wires.brand, wires.phone, wires.questions, wires.bring] as string[]);
const lines = (text: string | undefined) => text?.replaceAll('\r\n', '\n');
const hasProof = (row: InvalidPost) => !('proof' in row) || row.proof !== undefined;
const formOf = ({ form }: InvalidPost) => (form === 'waitlist' ? waitlist : workshop);

/** Returns the body of a row, and the values in it of fields that the form has. */
async function buildPost(row: InvalidPost) {
  const given = Object.entries({ ...answers(), ...row.answers });
  const known = Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== undefined));
  if (row.body) return { body: new Blob([latin1(row.body())]), answers: known };
  const more = row.more ?? '';
  const typed = Object.entries(known).filter(([wire]) => !more.startsWith(`${wire}=`) || row.status === 400);
  const proof = 'proof' in row ? row.proof : makeProof;
  const body = new URLSearchParams([...typed, ...(proof ? [['altcha', await proof()]] : [])]);
  return { body: new Blob([latin1(`${body.toString()}&${more}`)]), answers: known };
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
