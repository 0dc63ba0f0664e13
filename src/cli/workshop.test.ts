import { afterEach, expect, it, vi } from 'vitest';
import { dataWith } from '../../test/support/cli-data.ts';
import { ContentCopy } from '../../test/support/content-copy.ts';
import { content } from '../../test/support/forms.ts';

const { slug } = content.workshops[0]!;
const meeting = 'https://meet.example/j/98765?pwd=hidden-word';

afterEach(() => void vi.unstubAllEnvs());

it('organizer workshop link stores, prints and removes the address of the video call', async () => {
  using data = await dataWith([]);
  const link = (...args: string[]) => data.organizer(['workshop', 'link', ...args]);
  expect((await link(slug)).stdout).toContain('no address is stored yet');
  expect(await link(slug, meeting)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('You do not need to send any emails again') as string,
  });
  expect((await link(slug)).stdout).toBe(`${meeting}\n`);
  expect((await link(slug, '--clear')).status).toBe(0);
  expect((await link(slug)).stdout).toContain('no address is stored yet');
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
  [[slug, 'http://meet.example/1'], 'Write the whole address of the video call, from https:// on\n'],
  [[slug, 'meet.example/1'], 'Write the whole address of the video call, from https:// on\n'],
  [[slug, 'https://name:word@meet.example/1'], 'Write the whole address of the video call, from https:// on\n'],
  [[slug, meeting, '--clear'], 'Write either an address or --clear, not both\n'],
])('organizer workshop link refuses %j', async (args, stderr) => {
  using data = await dataWith([]);
  expect(await data.organizer(['workshop', 'link', ...args])).toEqual({ status: 1, stdout: '', stderr });
});
