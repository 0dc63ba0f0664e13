import { afterEach, expect, it, vi } from 'vitest';
import { hoursBefore } from '../../test/support/app.ts';
import { dataWith } from '../../test/support/cli-data.ts';
import { ContentCopy } from '../../test/support/content-copy.ts';
import { content, workshop } from '../../test/support/forms.ts';
import { recording } from '../../test/support/recording.ts';
import { openStore } from '../app/open-store.ts';
import { selectionOf } from '../letters/selection.ts';

const { slug } = content.workshops[0]!;
const meeting = 'https://meet.example/j/98765?pwd=hidden-word';

afterEach(() => void vi.unstubAllEnvs());

it('organizer workshop link stores, prints and removes the address of the video call', async () => {
  using data = await dataWith([]);
  const link = (...args: string[]) => data.organizer(['workshop', 'link', ...args]);
  expect((await link(slug)).stdout).toContain('no address is stored yet');
  expect(await link(slug, meeting)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(
      'Every founder’s link leads to it while the call is open. You do not need to send any emails again',
    ) as string,
  });
  expect((await link(slug)).stdout).toBe(`${meeting}\n`);
  expect(await link(slug, '--clear')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(': the address was removed. ') as string,
  });
  expect((await link(slug)).stdout).toContain('no address is stored yet');
  expect(await link(slug, '--clear')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(': there was no address to remove. ') as string,
  });
});

it('organizer workshop link --clear says where the links of founders lead then', async () => {
  using data = await dataWith([]);
  using copy = new ContentCopy();
  vi.stubEnv('CONTENT_FOLDER', copy.folder);
  const clear = async () => (await data.organizer(['workshop', 'link', slug, '--clear'])).stdout;
  expect(await clear()).toContain('will be asked to wait');
  copy.edit(`speaker-series/${slug}.yaml`, /^join:$/mu, `join:\n  url: ${meeting}`);
  const inFile = await clear();
  expect(inFile).toContain('leads to the address in the workshop’s file');
  expect(inFile).not.toContain('asked to wait');
});

it.each([
  [['no-such-workshop', meeting], `There is no workshop no-such-workshop; choose one of ${slug}\n`],
  [[slug, 'http://meet.example/1'], 'Enter the full address of the video call, starting with https://\n'],
  [[slug, 'meet.example/1'], 'Enter the full address of the video call, starting with https://\n'],
  [[slug, 'https://name:word@meet.example/1'], 'Enter the full address of the video call, starting with https://\n'],
])('organizer workshop link refuses %j', async (args, stderr) => {
  using data = await dataWith([]);
  expect(await data.organizer(['workshop', 'link', ...args])).toEqual({ status: 1, stdout: '', stderr });
});

const registered = recording({}, { form: workshop, receivedAt: hoursBefore(24) });

it('organizer workshop attendance says whether a founder joined, and records and removes it by hand', async () => {
  using data = await dataWith([registered]);
  const id = data.ids[0]!;
  const attendance = (...args: string[]) => data.organizer(['workshop', 'attendance', id.slice(0, 18), ...args]);
  const json = async (...args: string[]) => JSON.parse((await data.organizer(args)).stdout) as object;
  const state = () => json('workshop', 'attendance', id, '--json');
  expect((await attendance()).stdout).toBe('Not recorded as joined.\n');
  const said = (await attendance('--joined')).stdout;
  expect(said).toMatch(/^Recorded as joined by an organizer, \d{4}-\d\d-\d\d \d\d:\d\d\.\n$/u);
  const joined = { joinedAt: expect.any(String) as string, actor: 'organizer', name: null };
  expect(await state()).toEqual({ id, joined, removals: [], letter: null });
  expect((await attendance('--joined')).stderr).toContain('The founder is already recorded as joined.\n');
  expect(await json('funnel', '--workshop', slug, '--json')).toMatchObject({ total: { joined: 1 } });
  expect(await json('person', 'export', 'ottoline@example.com')).toMatchObject({ attendance: [{ submissionId: id, ...joined }] });
  expect((await attendance('--clear')).stdout).toMatch(
    /^Not recorded as joined\.\nAttendance recorded by hand was removed by an organizer, \d{4}-\d\d-\d\d \d\d:\d\d\.\n$/u,
  );
  const removals = [{ removedAt: expect.any(String) as string, name: null }];
  expect(await state()).toEqual({ id, joined: null, removals, letter: null });
  expect((await attendance('--clear')).stderr).toContain('Nobody has recorded by hand that the founder joined.\n');
});

it('organizer workshop attendance says that the letter after the workshop was already sent', async () => {
  using data = await dataWith([registered]);
  const now = new Date();
  const audience = { of: 'workshop', workshop: slug, attendance: 'missed' } as const;
  const store = await openStore(`file:${data.file}`);
  const letter = (await store.letters.find(
    await store.letters.write({ subject: 'S', text: ['T'], link: null, audience }, 'organizer', now),
  ))!;
  await store.letters.test(letter, 'organizer', now);
  await store.letters.send(letter, () => selectionOf(audience, content, now), { addressIdOf: (email) => email, by: 'organizer', now });
  await store.close();
  const { stdout } = await data.organizer(['workshop', 'attendance', data.ids[0]!, '--joined']);
  expect(stdout).toMatch(/^Recorded as joined [^]+\nThe letter to founders who missed the workshop was already sent to this founder, /u);
  expect(stdout).toContain('A change here affects only letters that are sent later.\n');
});

it('organizer workshop attendance refuses an unknown id', async () => {
  using data = await dataWith([registered]);
  const { status, stdout, stderr } = await data.organizer(['workshop', 'attendance', 'unknown']);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('unknown: no submission has this id; "organizer submissions list" shows the ids\n');
});

it.each([
  [['link', slug, meeting, '--clear'], 'Use either an address or --clear, not both\n'],
  [['attendance', registered.submission.id, '--joined', '--clear'], 'Use either --joined or --clear, not both\n'],
])('organizer workshop %j is wrong usage: the options do not go together', async (args, stderr) => {
  using data = await dataWith([registered]);
  expect(await data.organizer(['workshop', ...args])).toEqual({
    status: 2,
    stdout: '',
    stderr: `${stderr}Add --help to a command to see how it is used.\n`,
  });
});

it('organizer workshop attendance refuses a workshop that has not begun', async () => {
  using data = await dataWith([registered]);
  using copy = new ContentCopy();
  vi.stubEnv('CONTENT_FOLDER', copy.edit(`speaker-series/${slug}.yaml`, /^on: .*$/mu, 'on: 2099-07-10').folder);
  for (const option of ['--joined', '--clear', '--json']) {
    const { status, stderr } = await data.organizer(['workshop', 'attendance', data.ids[0]!, option]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('Only a registration for a workshop that has begun')]);
  }
});
