import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { dataWith } from '../../test/support/cli-data.ts';
import { ContentCopy } from '../../test/support/content-copy.ts';
import { cleanEnv, root } from '../../test/support/environment.ts';
import { organizer } from '../../test/support/organizer.ts';
import { recording, retreatSlug } from '../../test/support/recording.ts';
import { createCli } from './cli.ts';
import { loadProgram } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'founder-house-command-'));
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => organizer(args, { DATA_DIR: join(folder, 'none') });

describe('--help', () => {
  it.each([
    [[], /^Usage: organizer [^]*submissions[^]*backup[^]*restore[^]*doctor[^]*Exit codes: 0 done/u],
    [['submissions'], /^Usage: organizer submissions [^]*list[^]*show[^]*export/u],
    [
      ['submissions', 'list'],
      /^Usage: organizer submissions list [^]*--form[^]*--state[^]*--since[^]*--until[^]*--search[^]*--limit[^]*--superseded[^]*--json/u,
    ],
    [['submissions', 'show'], /^Usage: organizer submissions show \[options\] <id>[^]*--json/u],
    [['submissions', 'export'], /^Usage: organizer submissions export [^]*--form[^]*--format[^]*--output[^]*--force/u],
    [['backup'], /^Usage: organizer backup \[options\] <file>/u],
    [['restore'], /^Usage: organizer restore \[options\] <file>[^]*--yes/u],
    [['doctor'], /^Usage: organizer doctor [^]*--json/u],
    [['desk'], /^Usage: organizer desk [^]*--port <number> +serve it on this port \(default: a free port\)\n/u],
  ])('organizer %j --help', async (command, usage) => {
    const { status, stdout, stderr } = await run(...command, '--help');
    expect(stdout).toMatch(usage);
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

/** Returns the arguments that call each command of a program, the program itself included. */
const callsOf = (command: Command, call: string[] = []): string[][] => [
  call,
  ...command.commands.flatMap((each) => callsOf(each, [...call, each.name()])),
];

it('the help of every command fits a terminal of 80 columns', async () => {
  const io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: {}, now: () => new Date() };
  const calls = callsOf(await loadProgram([], createCli(io), io));
  expect(calls).toContainEqual(['letter', 'write']);
  for (const call of calls) {
    const { status, stdout } = await run(...call, '--help');
    expect([call, status, stdout.split('\n').filter((line) => line.length > 80)]).toEqual([call, 0, []]);
  }
});

describe('wrong usage exits with 2 and a message', () => {
  it.each([
    [[], /Usage: organizer/u],
    [['submissions'], /Usage: organizer submissions/u],
    [['submision'], /unknown command 'submision'\n\(Did you mean submissions\?\)/u],
    [['submissions', 'lst'], /unknown command 'lst'[^]*\nAdd --help to a command to see how it is used\.\n$/u],
    [['submissions', 'list', '--frm', 'workshop'], /unknown option '--frm'\n\(Did you mean --form\?\)/u],
    [['submissions', 'list', '--anywhere'], /unknown option '--anywhere'\nAdd --help to a command to see how it is used\.\n$/u],
    [['submissions', 'list', 'workshop'], /too many arguments/u],
    [['submissions', 'list', '--state', 'gone'], /Allowed choices are accepted, held, quarantined/u],
    [['submissions', 'list', '--since', '2026-02-30'], /Enter a date like 2026-11-21/u],
    [['submissions', 'list', '--until', 'yesterday'], /Enter a date like 2026-11-21/u],
    [['submissions', 'list', '--until', '2026-11-21T25:00'], /Enter a date like 2026-11-21/u],
    [['submissions', 'list', '--limit', '0'], /Enter a whole number, 1 or greater/u],
    [['submissions', 'list', '--limit', '3x'], /Enter a whole number, 1 or greater/u],
    [['submissions', 'list', '--search'], /argument missing/u],
    [['submissions', 'list', '--search', ''], /option '--search <text>' argument '' is invalid\. It must not be empty\./u],
    [['submissions', 'export', '--format', 'xlsx'], /Allowed choices are csv, sheet, json/u],
    [['deliveries', 'list', '--channel', 'pigeon'], /Allowed choices are mail, keap-form, keap-api, webhook/u],
    [['deliveries', 'list', '--state', 'gone'], /Allowed choices are due, delivered, parked/u],
    [['deliveries', 'retry'], /give the ids of deliveries, or use --all/u],
    [['deliveries', 'retry', 'delivery-2', '--all'], /give the ids of deliveries, or use --all/u],
    [['retreat', 'list', '--state', 'gone'], /Allowed choices are waiting, invited, accepted/u],
    [
      ['season', 'new', 'fall-2030', '--from', 'spring-2026', '--folder', join(folder, 'none')],
      /--folder <folder>.* There is no such folder\./u,
    ],
    [['workshop', 'new', 'a-walk', '--from', 'a-talk', '--folder', ''], /--folder <folder>.* There is no such folder\./u],
    [['submissions', 'export', '--output', ''], /option '--output <file>' argument '' is invalid\. It must not be empty\./u],
    [['letter', 'write', '--subject', 'Dinner', '--text', ''], /option '--text <file>' argument '' is invalid\. It must not be empty\./u],
    [['backup', ''], /value '' is invalid for argument 'file'\. It must not be empty\./u],
    [['restore', ''], /value '' is invalid for argument 'file'\. It must not be empty\./u],
    [['person', 'export', ''], /value '' is invalid for argument 'email'\. It must not be empty\./u],
    [['submissions', 'show'], /missing required argument 'id'/u],
    [['backup'], /missing required argument 'file'/u],
    [['restore'], /missing required argument 'file'/u],
  ])('organizer %j', async (args, message) => {
    const { status, stdout, stderr } = await run(...args);
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });
});

describe('a failed command exits with 1 and a message without a stack trace', () => {
  it.each([
    [
      'a setting',
      { PORT: 'abc', SITE_URL: 'ftp://x' },
      'PORT: write a number from 1 to 65535; it is "abc"\nSITE_URL: write http:// or https:// and a host, without a path, for example https://founderhouse.example; it is "ftp://x"\n',
    ],
    [
      'a store',
      { DATABASE_URL: `file:${folder}` },
      `The database ${folder} cannot be opened: it is a folder; correct DATA_DIR or DATABASE_URL\n`,
    ],
  ])('%s', async (_, settings, message) => {
    const { status, stdout, stderr } = await organizer(['submissions', 'list'], settings);
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: message });
  });
});

describe('the database', () => {
  const none = join(folder, 'none');

  it.each([
    [['submissions', 'list', '--json']],
    [['submissions', 'export']],
    [['submissions', 'show', '0193']],
    [['retreat', 'list']],
    [['retreat', 'seats']],
    [['deliveries', 'list']],
    [['questions']],
    [['person', 'export', 'ada@example.com']],
    [['backup', join(folder, 'copy.db')]],
  ])('organizer %j refuses where there is none, names it, and creates none', async (args) => {
    const { status, stdout, stderr } = await run(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^There is no database \S+none\/founder-house\.db\. .* put its DATA_DIR or DATABASE_URL into \.env/u);
    expect(existsSync(none)).toBe(false);
  });

  it('is named on standard error, but not with --json', async () => {
    using data = await dataWith([]);
    const list = ['submissions', 'list'];
    expect(await data.organizer(list)).toEqual({
      status: 0,
      stdout: 'There are no submissions yet\n',
      stderr: `Using the database ${data.file}\n`,
    });
    expect(await data.organizer([...list, '--json'])).toEqual({ status: 0, stdout: '[]\n', stderr: '' });
  });
});

it.each([['list'], ['export']])('submissions %s --form accepts only forms of the content or of the database', async (command) => {
  using data = await dataWith([recording()]);
  const { status, stderr } = await data.organizer(['submissions', command, '--form', 'webinar']);
  expect(status).toBe(2);
  expect(stderr).toMatch(/'webinar' is invalid\. Known forms are workshop, waitlist, [\da-f]{32}/u);
  for (const form of ['waitlist', 'a'.repeat(32)]) expect((await data.organizer(['submissions', command, '--form', form])).status).toBe(0);
});

it('a mistake in the content leaves the help readable, and a command that needs the content names the mistake', async () => {
  using data = await dataWith([]);
  using copy = new ContentCopy();
  vi.stubEnv('CONTENT_FOLDER', copy.edit('site.yaml', /^name:/mu, 'nmae:').folder);
  for (const command of [[], ['retreat'], ['retreat', 'list'], ['funnel']])
    expect([command, await data.organizer([...command, '--help'])]).toMatchObject([command, { status: 0, stderr: '' }]);
  for (const command of [['retreat', 'list'], ['retreat', 'seats'], ['retreat', 'house'], ['funnel']])
    expect([command, await data.organizer([...command, '--json'])]).toEqual([
      command,
      { status: 1, stdout: '', stderr: 'content/site.yaml: nmae: there is no field "nmae"; did you mean "name"? (line 2)\n' },
    ]);
});

it('a retreat or workshop that the content does not have is a wrong option, and the message names the help', async () => {
  using data = await dataWith([]);
  for (const command of [
    ['retreat', 'list', '--retreat', 'fall-2099'],
    ['funnel', '--workshop', 'fall-2099'],
  ])
    expect(await data.organizer(command)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/fall-2099; choose one of .+\nAdd --help to a command to see how it is used\.\n$/u) as string,
    });
  const empty = await data.organizer(['funnel', '--workshop', '']);
  expect(empty.stderr).toMatch(/^The name of the workshop is empty; choose one of /u);
});

it('an empty id is refused, even if there is only one item that it could stand for', async () => {
  using data = await dataWith([recording({}, { form: 'waitlist' })]);
  const text = join(data.folder, 'letter.txt');
  writeFileSync(text, 'Hello\n');
  await data.organizer(['letter', 'write', '--subject', 'News', '--text', text, '--waitlist', retreatSlug]);
  for (const command of [
    ['submissions', 'show', ''],
    ['retreat', 'invite', ''],
    ['retreat', 'revoke', ''],
    ['letter', 'test', ''],
    ['letter', 'delete', ' '],
  ])
    expect([command, await data.organizer(command, { ORGANIZER_EMAIL: 'organizer@example.com' })]).toEqual([
      command,
      { status: 1, stdout: '', stderr: `Using the database ${data.file}\nThe id is empty; type an id, or its first characters\n` },
    ]);
});

describe('bin/organizer', () => {
  it('runs from any folder and through symbolic links', () => {
    mkdirSync(join(folder, 'my bin'));
    symlinkSync(join(root, 'bin/organizer'), join(folder, 'my bin/absolute'));
    symlinkSync('my bin/absolute', join(folder, 'relative'));
    const { status, stdout } = spawnSync(join(folder, 'relative'), ['--help'], {
      cwd: folder,
      env: cleanEnv({ CDPATH: root }),
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^Usage: organizer/u);
    expect(status).toBe(0);
  });

  it('says what to do before the installation', () => {
    mkdirSync(join(folder, 'clone/bin'), { recursive: true });
    copyFileSync(join(root, 'bin/organizer'), join(folder, 'clone/bin/organizer'));
    const { status, stdout, stderr } = spawnSync(join(folder, 'clone/bin/organizer'), ['doctor'], { env: cleanEnv({}), encoding: 'utf8' });
    expect(stderr).toBe(
      `This copy of Founder House is not installed yet; run "npm start" or "npm run build" in ${join(folder, 'clone')} first\n`,
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });
});
