import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/app/open-store.ts';
import type { Store } from '../../src/app/open-store.ts';
import { answers, post, shownIn, waitlist, workshop } from '../support/forms.ts';
import { makeProof, cheapProofs } from '../support/proof.ts';
import { postgresSettings } from '../support/deployment.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';
import { wires } from './bad-inputs/bad-post.ts';
import type { BadPost } from './bad-inputs/bad-post.ts';
import { bytes } from './bad-inputs/bytes.ts';
import { fields } from './bad-inputs/fields.ts';
import { headers } from './bad-inputs/headers.ts';
import { formulas, inert } from './bad-inputs/inert.ts';
import { texts } from './bad-inputs/texts.ts';

/** Every way in which a post can be bad: its status, what is stored of it, and what comes back to the visitor. On each engine. */
const table = [...texts, ...inert, ...bytes, ...fields, ...headers];

/** `settings` are those of a site over a database of its own. */
const engines: { engine: string; settings: () => Promise<Record<string, string>> }[] = [
  { engine: 'SQLite', settings: async () => ({}) },
  { engine: 'PostgreSQL', settings: () => postgresSettings() },
];

it('holds more than a hundred rows, each of a name of its own', () => {
  expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
  expect(table.length).toBeGreaterThan(100);
});

describe.each(engines)('on $engine', ({ settings }) => {
  let site: Site;
  let store: Store;
  beforeAll(async () => {
    const own = await settings();
    site = await startSite({ env: { ...own, ...cheapProofs, RATE_LIMIT_PER_MINUTE: '1000000' } });
    store = await openStore(own['DATABASE_URL'] ?? `file:${join(site.dataDir, 'founder-house.db')}`);
  });
  afterAll(async () => {
    await store.close();
    await site[Symbol.asyncDispose]();
  });

  const all = () => Array.fromAsync(store.submissions.list({ superseded: true }));

  it.each(table)('$name: $status', async (row) => {
    const sent = await spoilt(row);
    const before = await all();
    const answer = await post(site, formOf(row).id, sent.body, row.headers);
    const page = await answer.text();
    const after = await all();
    const old = new Set(before.map(({ id }) => id));

    expect(answer.status).toBe(row.status);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/u);
    expect(answer.headers.get('location')).toBe(
      row.status === 303 ? `/app/form/${formOf(row).id}/${isProved(row) ? 'received' : 'check-your-inbox'}` : null,
    );
    expect(after.filter(({ id }) => !old.has(id)).map(({ state, fields: kept }) => ({ state, fields: kept }))).toEqual(
      row.stored ? [{ state: row.stored, fields: sent.answers }] : [],
    );
    expect(after.filter(({ id }) => old.has(id))).toEqual(before);
    const returns = row.status === 422;
    expect(/<title>Error: /u.test(page)).toBe(returns);
    expect(/&quot;challenge&quot;:\[0,\{/u.test(page)).toBe(returns);
    expect(page).toMatch((returns && row.says) || /(?:)/u);
    const typed = Object.entries(returns && !row.body ? sent.answers : {}).filter(([wire]) => answerable.has(wire));
    expect(typed.map(([wire]) => lines(shownIn(page, wire)))).toEqual(typed.map(([, value]) => lines(value)));
  });

  it('exports no formula to a spreadsheet', async () => {
    const { stdout } = await site.organizer('submissions', 'export', '--form', 'workshop');
    for (const formula of formulas) expect(stdout).toMatch(new RegExp(`,"?'${RegExp.escape(formula.replaceAll('"', '""'))}`, 'u'));
    expect(stdout).not.toMatch(/,"?\s*[=+\-@＝＋－＠]/u);
  });
});

/** What is typed into, and so stands in a field again. A choice that is none cannot. */
const answerable = new Set([wires.first, wires.last, wires.email, wires.brand, wires.phone, wires.questions, wires.bring] as string[]);
const lines = (text: string | undefined) => text?.replaceAll('\r\n', '\n');
const isProved = (row: BadPost) => !('proof' in row) || row.proof !== undefined;
const formOf = ({ form }: BadPost) => (form === 'waitlist' ? waitlist : workshop);

/** The body of a row, and the answers in it that a form knows. */
async function spoilt(row: BadPost) {
  const given = Object.entries({ ...answers(), ...row.answers });
  const known = Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== undefined));
  if (row.body) return { body: new Blob([latin1(row.body())]), answers: known };
  const more = row.more ?? '';
  const typed = Object.entries(known).filter(([wire]) => !more.startsWith(`${wire}=`) || row.status === 400);
  const making = 'proof' in row ? row.proof : makeProof;
  const body = new URLSearchParams([...typed, ...(making ? [['altcha', await making()]] : [])]);
  return { body: new Blob([latin1(`${body.toString()}&${more}`)]), answers: known };
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
