import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openStore } from '../app/open-store.ts';
import { dayMs } from '../durations.ts';
import { recording } from '../../test/support/recording.ts';
import { createDatabase } from '../../test/support/deployment.ts';
import { dataWith } from '../../test/support/cli-data.ts';
import { ContentCopy } from '../../test/support/content-copy.ts';
import { doctor, closedPort } from '../../test/support/doctor.ts';
import type { Found } from '../../test/support/doctor.ts';
import { content, workshop } from '../../test/support/forms.ts';

afterEach(() => void vi.unstubAllEnvs());

it('doctor finds nothing to fix in a new installation, and notes that the site is not running', async () => {
  using data = await dataWith([recording()]);
  const { status, found, states } = await doctor({ DATA_DIR: data.folder, SITE_URL: closedPort });
  expect(states).toEqual({
    dates: 'warn',
    settings: 'ok',
    'data folder': 'ok',
    store: 'ok',
    deliveries: 'ok',
    retention: 'ok',
    mail: 'ok',
    provider: 'ok',
    content: 'warn',
    site: 'warn',
  });
  expect(found[0]!.message).toMatch(/^The Spring 2026 retreat ended on May 31, 2026, \d+ days ago/u);
  const words = (name: string) => found.filter((one) => one.name === name).map(({ message }) => message);
  expect(words('mail')).toEqual([
    `SMTP_URL is not set: emails reach nobody; each one is written to a file in ${join(data.folder, 'mail')}`,
  ]);
  expect(words('provider')).toEqual(['sign-ups are not forwarded: none of KEAP_FORM_HOST, KEAP_API_TOKEN and WEBHOOK_URL is set']);
  // The days of the next steps contradict the season: named, and once.
  const { message } = found.find(({ name }) => name === 'content') as Found;
  expect(message.match(/next-steps\.yaml/gu)).toHaveLength(1);
  expect(message).toContain('2025-10-20 is outside the retreat, Spring 2026');
  expect(message).toContain('to do before going public');
  const live = await doctor({ DATA_DIR: data.folder, SITE_URL: 'https://founderhouse.invalid' });
  expect(live.found.find(({ name }) => name === 'content')?.message).toMatch(/^\d+ things to fix, first/u);
  expect(status).toBe(0);
  const nothing = await doctor({ DATA_DIR: join(data.folder, 'none'), SITE_URL: closedPort });
  expect(nothing.states).toMatchObject({ 'data folder': 'warn', store: 'warn' });
  expect(nothing.status).toBe(0);
});

it('doctor says how to confirm the clock if the site erases nothing after a long downtime', async () => {
  using data = await dataWith([]);
  const settings = { DATA_DIR: data.folder, SITE_URL: closedPort };
  const store = await openStore(`file:${data.file}`);
  await store.people.recordErasing(new Date(Date.now() - 8 * dayMs));
  await store.close();
  const { status, found } = await doctor(settings);
  expect(status).toBe(1);
  expect(found.find(({ name }) => name === 'retention')).toMatchObject({
    state: 'fix',
    message: expect.stringMatching(/not erased: .*8 days after .*run "organizer erase-expired --yes" once/u) as string,
  });
  await data.organizer(['erase-expired', '--yes']);
  expect((await doctor(settings)).states['retention']).toBe('ok');
});

it('doctor says how to store the missing address of the call of a workshop that is near', async () => {
  using copy = new ContentCopy();
  const { slug } = content.workshops[0]!;
  copy.edit(`speaker-series/${slug}.yaml`, /^on: .*$/mu, `on: ${new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10)}`);
  vi.stubEnv('CONTENT_FOLDER', copy.folder);
  using data = await dataWith([recording({}, { form: workshop })]);
  const find = async () => (await doctor({ DATA_DIR: data.folder, SITE_URL: closedPort })).found.filter(({ name }) => name === 'workshops');
  expect(await find()).toEqual([
    {
      name: 'workshops',
      state: 'warn',
      message: expect.stringMatching(`address of its video call is missing; "organizer workshop link ${slug} ADDRESS" stores it`) as string,
    },
  ]);
  await data.organizer(['workshop', 'link', slug, 'https://meet.example/1']);
  expect(await find()).toEqual([]);
});

it('doctor asks the site whether it is ready', async () => {
  using data = await dataWith([]);
  let answer = 200;
  const asked: string[] = [];
  const server = createServer(({ url }, response) => (asked.push(url as string), response.writeHead(answer).end())).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const settings = { DATA_DIR: data.folder, SITE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  expect((await doctor(settings)).states['site']).toBe('ok');
  answer = 503;
  const notReady = await doctor(settings);
  server.close();
  expect(notReady.found.at(-1)).toMatchObject({ state: 'warn', message: expect.stringContaining('readyz responds with 503') as string });
  expect(notReady.status).toBe(0);
  expect(asked).toEqual(['/readyz', '/readyz']);
});

it('doctor exits with 1 and says what to fix in each setting', async () => {
  const { status, found, states } = await doctor({ PORT: 'abc', SITE_URL: 'https://x.example/path' });
  expect(
    found.filter(({ name }) => name === 'settings').map(({ name, state, message }) => [name, state, message.split(':', 1)[0]]),
  ).toEqual([
    ['settings', 'fix', 'PORT'],
    ['settings', 'fix', 'SITE_URL'],
  ]);
  expect(Object.keys(states)).toEqual(['dates', 'settings', 'content']);
  expect(status).toBe(1);
});

it('doctor exits with 1 and says what to fix in the database and its folder', async () => {
  using data = await dataWith([]);
  const file = join(data.folder, 'diary');
  writeFileSync(file, 'Dear diary, '.repeat(1000));
  const { status, found } = await doctor({ DATA_DIR: join(file, 'data'), DATABASE_URL: `file:${file}`, SITE_URL: closedPort });
  expect(found.filter(({ state }) => state === 'fix')).toEqual([
    { name: 'data folder', state: 'fix', message: `${file} is a file; move the file, or set DATA_DIR to a folder` },
    { name: 'store', state: 'fix', message: expect.stringMatching(/diary is not a database/u) as string },
  ]);
  expect(status).toBe(1);
});

it('doctor prints one line per check for people', async () => {
  using data = await dataWith([]);
  const { stdout } = await data.organizer(['doctor'], { SITE_URL: closedPort });
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(0, 17).trimEnd()),
  ).toEqual([
    'warn  dates',
    'warn  dates',
    'ok    settings',
    'ok    data folder',
    'ok    store',
    'ok    deliveries',
    'ok    retention',
    'ok    mail',
    'ok    provider',
    'warn  content',
    'warn  site',
  ]);
});

it('doctor checks a PostgreSQL server, and does not print its password', async () => {
  using data = await dataWith([]);
  const databaseUrl = (await createDatabase()).replace('postgres@', 'postgres:pass-word@');
  const ask = async (url: string) => {
    const { found } = await doctor({ DATA_DIR: data.folder, SITE_URL: closedPort, SECRET: 'x'.repeat(32), DATABASE_URL: url });
    return found.find(({ name }) => name === 'store');
  };
  const answer = await ask(databaseUrl);
  expect(answer).toMatchObject({
    state: 'ok',
    message: expect.stringMatching(/^The database test_\d+ on 127.0.0.1:\d+ can be written, and its server/u),
  });
  const away = await ask('postgres://postgres:pass-word@127.0.0.1:1/house');
  expect(away).toMatchObject({
    state: 'fix',
    message: expect.stringMatching(/^The database house on 127.0.0.1:1 cannot be reached; start it, or/u),
  });
  const missing = await ask(databaseUrl.replace(/test_\d+$/u, 'none'));
  expect(missing).toMatchObject({ state: 'fix', message: expect.stringMatching(/does not exist; create it \(createdb\)/u) });
  expect(JSON.stringify([answer, away, missing])).not.toContain('pass-word');
});
