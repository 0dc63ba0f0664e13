import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recording } from '../../test/support/recording.ts';
import { content, waitlist, workshop } from '../../test/support/forms.ts';
import { cleanEnv, root } from '../../test/support/environment.ts';
import { dataWith, insertSubmissions } from '../../test/support/cli-data.ts';

const exported = (csv: string) =>
  parse(csv, { columns: true, record_delimiter: ['\r\n', '\n', '\r'], bom: true }) as Record<string, string>[];

/** Any text, and often text that spreadsheets, CSV parsers and terminals interpret. */
const nasty = fc
  .tuple(
    fc.constantFrom('', '=', '+', '-', '@', '＝', '＠', '\t', '\r', '\n', ' =', '\u00a0-', '"', "'", ';', ' ', '\ufeff='),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('', ',', '\r\n', '"', ' ', '""'),
  )
  .map((parts) => parts.join(''));

/** Returns true for text that a spreadsheet would calculate, as OWASP (CSV injection) describes it. */
function looksLikeFormula(value: string): boolean {
  const [first = ''] = value.trimStart();
  return '=+-@＝＋－＠'.split('').includes(first) || ['\t', '\r', '\n'].includes(value[0] ?? '');
}

describe('the CSV export', () => {
  it('parses to the stored values, with an apostrophe before what looks like a formula', async () => {
    const answers = [...waitlist.fields, ...workshop.fields];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(nasty, nasty, nasty), { minLength: 30, maxLength: 30 }), async (rows) => {
        const submissions = rows.map(([company, question, source], index) => {
          const form = index % 2 ? waitlist : workshop;
          const long = form.fields.findLast(({ kind }) => kind === 'textarea')?.wire as string;
          const recorded = recording(
            { inf_field_Email: `${index}@example.com`, inf_field_Company: company, [long]: question },
            { utm: { utm_term: source } },
          );
          return { ...recorded, submission: { ...recorded.submission, form } };
        });
        using data = await dataWith(submissions);
        const { stdout } = await data.organizer(['submissions', 'export']);
        const cells = exported(stdout).toReversed();
        expect(cells).toHaveLength(rows.length);
        for (const [index, { submission }] of submissions.entries()) {
          const { form, values, utm, receivedAt } = submission;
          const row = cells[index] as Record<string, string>;
          const defused = (value = '') => (looksLikeFormula(value) ? `'${value}` : value);
          const expected = Object.fromEntries(answers.map(({ label }) => [label, '']));
          for (const { label, wire } of form.fields) expected[label] = defused(values[wire]);
          expect(row).toMatchObject({
            ...expected,
            ID: data.ids[index],
            Form: form.name,
            State: 'accepted',
            Received: receivedAt.toISOString(),
            utm_term: defused(utm['utm_term']),
          });
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  it('has the headings of the forms: ID, Form, State, Received first and the campaign last', async () => {
    using data = await dataWith([]);
    const heading = async (...args: string[]) => (await data.organizer(['submissions', 'export', ...args])).stdout;
    const campaign = 'utm_source,utm_medium,utm_campaign,utm_term,utm_content\r\n';
    const person = 'ID,Form,State,Received,First name,Last name,Email,Brand,Phone,System size';
    const workshopOnly =
      'Questions for the speaker,Add me to the Founder House Slack community,Keep me posted about future Founder House events';
    const waitlistOnly = 'What would you bring to the table?,What would you like to leave with?';
    expect(await heading()).toBe(`${person},${waitlistOnly},${workshopOnly},Other answers,${campaign}`);
    expect(await heading('--form', 'workshop')).toBe(`${person},${workshopOnly},Other answers,${campaign}`);
    expect(await heading('--form', content.retreats[0]!.facts.waitlist.formId)).toBe(`${person},${waitlistOnly},Other answers,${campaign}`);
  });

  it('with --format sheet has plain words, local days and times, and the state of each waitlist entry', async () => {
    const receivedAt = new Date('2026-03-01T03:05:00Z');
    using data = await dataWith([
      recording({ inf_field_Company: '=1+1' }, { form: 'waitlist', receivedAt }),
      recording({ inf_option_AddmetotheFounderHouseSlackCommunity: '1512' }, { utm: { utm_campaign: 'spring' }, receivedAt }),
    ]);
    const rows = exported((await data.organizer(['submissions', 'export', '--format', 'sheet'], { TZ: 'America/Chicago' })).stdout);
    const shared = { Day: '2026-02-28', Time: '21:05', 'Sign-up': 'Confirmed' };
    expect(rows).toMatchObject([
      { ...shared, Retreat: '', 'Add me to the Founder House Slack community': 'Yes', Campaign: 'spring' },
      { ...shared, Retreat: 'Waiting', Brand: "'=1+1", 'Add me to the Founder House Slack community': '' },
    ]);
  });

  it('contains answers to questions that the form no longer has', async () => {
    using data = await dataWith([recording({ inf_custom_Old: '=1', inf_field_Phone1: '+1 "512"' })]);
    const { stdout } = await data.organizer(['submissions', 'export']);
    expect(exported(stdout)).toMatchObject([{ 'Other answers': '{"inf_custom_Old":"=1"}', Phone: `'+1 "512"` }]);
    expect(stdout.split('\r\n')).toHaveLength(3);
  });
});

it('export --format json prints the array of list --json', async () => {
  using data = await dataWith([
    recording({ inf_field_Email: 'a@example.com' }),
    recording({ inf_field_Email: 'b@example.com' }, { form: 'waitlist' }),
  ]);
  const { stdout } = await data.organizer(['submissions', 'export', '--format', 'json', '--form', 'waitlist']);
  const list = await data.organizer(['submissions', 'list', '--json', '--form', 'waitlist']);
  expect(stdout).toBe(list.stdout);
  expect(JSON.parse(stdout)).toMatchObject([{ id: data.ids[1] }]);
});

describe('export --output', () => {
  it('writes a private file that Excel can read, and replaces a file only with --force', async () => {
    using data = await dataWith([recording({ inf_field_Company: 'Café' })]);
    const file = join(data.folder, 'sign-ups.csv');
    const write = (...more: string[]) => data.organizer(['submissions', 'export', '--output', file, ...more]);
    expect(await write()).toEqual({ status: 0, stdout: '', stderr: `Using the database ${data.file}\n${file}: 1 submission\n` });
    const first = readFileSync(file);
    expect([...first.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(exported(first.toString())).toMatchObject([{ Brand: 'Café' }]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const refused = await write('--search', 'nobody');
    expect(refused).toEqual({
      status: 1,
      stdout: '',
      stderr: `Using the database ${data.file}\n${file}: this file already exists; choose another name, or replace it with --force\n`,
    });
    expect(readFileSync(file)).toEqual(first);
    expect((await write('--search', 'nobody', '--force')).stderr).toBe(`Using the database ${data.file}\n${file}: 0 submissions\n`);
    expect(exported(readFileSync(file, 'utf8'))).toEqual([]);
  });

  it.each([
    ['nowhere', /sign-ups\.csv: there is no folder \S+nowhere; create it first\n$/u],
    ['loop', /sign-ups\.csv: it cannot be written \(ELOOP: too many symbolic links encountered\)\n$/u],
    ['founder-house.db', /sign-ups\.csv: it cannot be written \(ENOTDIR: not a directory\)\n$/u],
  ])('reports a file that cannot be written, in the folder %s', async (folder, message) => {
    using data = await dataWith([recording()]);
    symlinkSync('loop', join(data.folder, 'loop'));
    const file = join(data.folder, folder, 'sign-ups.csv');
    const { status, stderr } = await data.organizer(['submissions', 'export', '--output', file]);
    expect(stderr).toMatch(message);
    expect(status).toBe(1);
    expect(existsSync(file)).toBe(false);
  });

  it.each([[[]], [['--force']]])('refuses to replace what is not a file, with the options %j', async (more) => {
    using data = await dataWith([recording()]);
    const { status, stderr } = await data.organizer(['submissions', 'export', '--output', data.folder, ...more]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${data.folder}: this is not a file; choose another name`)]);
    expect(existsSync(`${data.folder}.tmp`)).toBe(false);
  });
});

/** A device of Linux on which every write finds no space (full(4)). */
const fullDisk = '/dev/full';

describe('the export of many submissions', () => {
  const exportAll = ['submissions', 'export'];
  let large: Awaited<ReturnType<typeof dataWith>>;
  let long: Awaited<ReturnType<typeof dataWith>>;
  beforeAll(async () => {
    large = await dataWith([]);
    // Together with the program they are larger than the heap of the command.
    insertSubmissions(large.file, 1000, 'x'.repeat(80_000));
    long = await dataWith([]);
    // More than what fits between the command and its reader.
    insertSubmissions(long.file, 5000, 'x'.repeat(100));
  });
  afterAll(() => {
    for (const data of [large, long]) data[Symbol.dispose]();
  });

  it.each([
    ['csv', exportAll],
    ['json', ['submissions', 'list', '--json']],
  ])('%s needs little memory', async (_, args) => {
    const { status, stderr, stdout } = large.process(args);
    expect(stderr).toBe(args.includes('--json') ? '' : `Using the database ${large.file}\n`);
    expect(status).toBe(0);
    expect(stdout.match(/founder\d+@/gu)).toHaveLength(1000);
  });

  it('ends silently when its reader stops reading', async () => {
    const child = spawn(join(root, 'bin/organizer'), exportAll, {
      env: cleanEnv({ DATA_DIR: long.folder }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = text(child.stderr);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect({ code, signal, said: await said }).toEqual({ code: 0, signal: null, said: `Using the database ${long.file}\n` });
  });

  it.skipIf(!existsSync(fullDisk))('fails with one line when the disk is full', async () => {
    const disk = openSync(fullDisk, 'w');
    const child = spawn(join(root, 'bin/organizer'), exportAll, {
      env: cleanEnv({ DATA_DIR: long.folder }),
      stdio: ['ignore', disk, 'pipe'],
    });
    closeSync(disk);
    const said = text(child.stderr!);
    const [code] = (await once(child, 'close')) as [number | null];
    const lines = (await said).split('\n').filter((line) => !line.startsWith('Using the database'));
    expect([code, lines]).toEqual([1, [expect.stringMatching(/^The output is incomplete: it cannot be written \(ENOSPC/u), '']]);
  });
});
