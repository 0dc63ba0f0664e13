import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recording } from '../../test/support/recording.ts';
import type { ListedSubmission } from '../../test/support/forms.ts';
import { dataWith } from '../../test/support/cli-data.ts';

const at = (instant: string) => ({ receivedAt: new Date(instant) });
const person = (name: string, more: Record<string, string> = {}) => ({
  inf_field_FirstName: name,
  inf_field_Email: `${name.toLowerCase()}@example.com`,
  ...more,
});

/** Control characters that a terminal interprets: ESC, one-byte CSI, bell, backspace, right-to-left override, line break. */
const controls = '\u001b[2J\u009b31m\u0007\b\u202e\r\nEND';

let data: Awaited<ReturnType<typeof dataWith>>;
beforeAll(async () => {
  data = await dataWith([
    recording(person('Ada', { inf_field_Company: 'Waffles' }), at('2026-11-20T23:30:00Z')),
    recording(person('Bo', { inf_field_Company: controls, inf_custom_SystemSize: '26-50 Units' }), {
      ...at('2026-11-21T12:00:00.250Z'),
      form: 'waitlist',
      utm: { utm_source: 'x\u009b' },
    }),
    recording(
      person('Cleo', { inf_field_Company: '王'.repeat(100), inf_custom_SystemSize: 'Corporate Locations Only' }),
      at('2026-11-21T23:30:00Z'),
    ),
    recording(person('Ada', { inf_field_Company: 'Pancakes' }), at('2026-11-22T00:30:00Z')),
  ]);
});
afterAll(() => data[Symbol.dispose]());

const list = (...args: string[]) => data.organizer(['submissions', 'list', ...args], { TZ: 'UTC' });
const names = async (args: string[], zone = 'UTC') =>
  (JSON.parse((await data.organizer(['submissions', 'list', '--json', ...args], { TZ: zone })).stdout) as ListedSubmission[]).map(
    ({ fields }) => fields['inf_field_FirstName'],
  );

describe('submissions list --json', () => {
  it('has the shape of the contract, newest first', async () => {
    const { stdout } = await list('--json', '--limit', '3');
    const [newest, , third] = JSON.parse(stdout) as ListedSubmission[];
    expect(third).toEqual({
      id: data.ids[1],
      formId: 'b'.repeat(32),
      state: 'accepted',
      receivedAt: '2026-11-21T12:00:00.250Z',
      fields: { ...person('Bo'), inf_field_LastName: 'Vane', inf_field_Company: controls, inf_custom_SystemSize: '26-50 Units' },
      utm: { utm_source: 'x\u009b' },
    });
    expect(newest?.id).toBe(data.ids[3]);
  });

  it('contains no control characters', async () => {
    expect((await list('--json')).stdout).not.toMatch(/[^\P{Cc}\n]|[\u200b-\u200f\u2028-\u202e\u2066-\u2069]/u);
  });

  it('is an empty array if nothing matches', async () => {
    expect(await list('--json', '--search', 'nobody')).toEqual({ status: 0, stdout: '[]\n', stderr: '' });
  });
});

describe('the filters of submissions list', () => {
  it.each<[string[], string[], string?]>([
    [['--form', 'waitlist', '--state', 'accepted'], ['Bo']],
    [['--state', 'held'], []],
    [['--search', 'WAFFles'], []],
    [['--search', 'WAFFles', '--superseded'], ['Ada']],
    [
      ['--since', '2026-11-21', '--until', '2026-11-21'],
      ['Cleo', 'Bo'],
    ],
    [['--since', '2026-11-21', '--until', '2026-11-21', '--limit', '2'], ['Ada', 'Cleo'], 'America/Chicago'],
    [['--since', '2026-11-21T23:30:00Z', '--until', '2026-11-22T00:30:00+00:00'], ['Cleo']],
    [['--since', '2026-11-21T17:30'], ['Ada', 'Cleo'], 'America/Chicago'],
  ])('%j: %j', async (args, expected, zone) => {
    expect(await names(args, zone)).toEqual(expected);
  });
});

describe('the table of submissions list', () => {
  it('shows names, forms and local times within the 100 columns of a terminal', async () => {
    const { stdout, stderr, status } = await data.organizer(
      ['submissions', 'list', '--superseded'],
      { TZ: 'America/Chicago' },
      { columns: 80 },
    );
    const [heading, ada, cleo, bo, before, end] = stdout.split('\n') as [string, string, string, string, string, string];
    expect(heading.split(/ {2,}/u)).toEqual(['ID', 'Received', 'Form', 'Name', 'Email', 'Brand', 'Size']);
    expect(ada).toMatch(/^[\da-f]{8}-[\da-f]{4} {2}2026-11-21 18:30 {2}workshop +Ada Vane +ada@\S+ +Pancakes$/u);
    expect(cleo).toMatch(/Cleo Vane +cleo@\S+ +王+… +Corporate.*…$/u);
    expect(bo).toMatch(/waitlist +Bo Vane +bo@\S+ +\S.* +26-50$/u);
    expect(before).toMatch(/workshop, replaced +Ada Vane +ada@\S+ +Waffles$/u);
    expect(end).toBe('');
    for (const line of [heading, ada, bo, before]) expect(line.length).toBeLessThanOrEqual(100);
    const columns = [...cleo].reduce((sum, sign) => sum + (sign === '王' ? 2 : 1), 0);
    expect(columns).toBeLessThanOrEqual(100);
    expect(columns).toBeGreaterThan(90);
    expect({ status, stderr }).toEqual({ status: 0, stderr: `Using the database ${data.file}\n` });
  });

  it('shows control characters as visible text', async () => {
    const { stdout } = await list('--form', 'waitlist');
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|[\u200b-\u200f\u2028-\u202e\u2066-\u2069]/u);
    expect(stdout.split('\n')).toHaveLength(3);
    expect(stdout).toContain(String.raw`\u001b[2J\u009b31m`);
  });

  it('is not truncated in a file or a pipe', async () => {
    const { stdout } = await list();
    expect(stdout).toContain('王'.repeat(100));
    expect(stdout).not.toContain('…');
  });

  it('is one line if nothing matches or there are no submissions', async () => {
    expect((await list('--search', 'nobody')).stdout).toBe('No submission matches these filters\n');
    using empty = await dataWith([]);
    expect((await empty.organizer(['submissions', 'list'])).stdout).toBe('There are no submissions yet\n');
  });
});
