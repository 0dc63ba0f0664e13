import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createDrafts } from '../../src/editing/drafts.ts';
import { createReleases } from '../../src/editing/releases.ts';
import { ContentCopy } from '../support/content-copy.ts';
import { startEditing } from '../support/editing.ts';
import { cleanEnv, root } from '../support/environment.ts';
import { canMount, smallDisk } from '../support/small-disk.ts';
import { rounds } from './rounds.ts';

const kills = Math.ceil(rounds / 5);

/**
 * Starts a process that publishes, and kills it some milliseconds after its first publish. Returns the last titles that
 * it drafted and published.
 */
async function publishUntilKilled(content: string, dataDir: string, first: number, afterMs: number) {
  const child = spawn(process.execPath, [join(root, 'test/support/publisher.ts'), content, dataDir, `${first}`], {
    env: cleanEnv({}),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const last = { drafted: 0, live: 0 };
  for await (const line of createInterface(child.stdout)) {
    const [what, number] = line.split(' ') as ['drafted' | 'live', string];
    last[what] = Number(number);
    if (last.live === first) void pause(afterMs).then(() => child.kill('SIGKILL'));
  }
  expect(await ended).toEqual([null, 'SIGKILL']);
  return last;
}

const headingIn = (words: string) => (parse(words) as { notFound: { heading: string } }).notFound.heading;

it(
  `the site is the old one or the new one after ${kills} kills of a process that publishes, and no edit is lost`,
  { timeout: kills * 15_000 },
  async () => {
    using copy = new ContentCopy().withPictures();
    const dataDir = mkdtempSync(join(tmpdir(), 'founder-house-publishing-'));
    const dist = join(dataDir, 'dist');
    mkdirSync(dist);
    let first = 1;
    for (let kill = 0; kill < kills; kill += 1) {
      const last = await publishUntilKilled(copy.folder, dataDir, first, Math.random() * 400);

      const folders = { contentFolder: copy.folder, dataDir, dist };
      const drafts = createDrafts(folders);
      const releases = createReleases(folders, drafts);
      releases.recover();
      const hero = (parse(copy.read('retreats/spring-2026/hero.yaml')) as { title: string }).title;
      const heading = headingIn(copy.read('words.yaml'));
      const names = readdirSync(dist).filter((name) => name.endsWith('.html'));
      const pages = new Set(names.map((name) => readFileSync(join(dist, name), 'utf8')));
      expect([heading, ...pages]).toEqual([hero, hero]);
      expect([last.live, last.live + 1]).toContain(Number(hero.split(' ')[1]));
      // What is not live is still in the draft, and the history has what is. The kill can come before the next title is reported.
      const { texts, conflicts } = drafts.refresh('local');
      expect(conflicts).toEqual([]);
      const draft = headingIn(texts.get('words.yaml')!);
      expect([`Title ${last.drafted}`, `Title ${last.drafted + 1}`]).toContain(draft);
      expect(releases.findLastInEffect()?.files.find(({ file }) => file === 'words.yaml')?.after).toBe(copy.read('words.yaml'));
      expect(readdirSync(copy.folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      first = last.drafted + 2;
    }
    rmSync(dataDir, { recursive: true });
  },
);

it.skipIf(!canMount)('a publish to a full disk changes nothing, and the same draft is published once there is space', async () => {
  using disk = smallDisk();
  await using editing = await startEditing(join(disk.folder, 'data'));
  const ada = await editing.as('Ada');
  const before = editing.hero();
  await ada.set('A title on a full disk');
  editing.build.during = disk.fill;
  expect(await ada.publish()).toMatchObject({ state: 'failed' });
  expect([editing.hero(), editing.built()]).toEqual([before, 'the first build']);
  expect(existsSync(join(editing.dataDir, 'content-publish.json'))).toBe(false);
  disk.empty();
  editing.build.during = () => undefined;
  expect(await ada.publish()).toMatchObject({ state: 'live' });
  expect(editing.hero()).toContain('A title on a full disk');
});

it.skipIf(!canMount)(
  'a publish is refused if the lock of an earlier one cannot be written, since a second process could take it too',
  async () => {
    using disk = smallDisk();
    await using editing = await startEditing(join(disk.folder, 'data'));
    const ada = await editing.as('Ada');
    await ada.set('A title');
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    await ada.set('Another title');
    expect(disk.remount('ro')).toBe(true);
    const lock = join(editing.dataDir, 'content-publish.lock');
    expect((await ada.send('POST', '/publish', {})).body).toEqual({ message: expect.stringContaining(`cannot write ${lock}`) as string });
    expect(disk.remount('rw')).toBe(true);
    expect(await ada.publish()).toMatchObject({ state: 'live' });
  },
);

it.skipIf(!canMount)('an undo that cannot remove a file says that the disk is read-only, and is completed once it is not', async () => {
  await using editing = await startEditing();
  const ada = await editing.as('Ada');
  const folder = join(editing.copy.folder, 'speaker-series');
  const names = readdirSync(folder);
  const texts = names.map((name) => readFileSync(join(folder, name)));
  using disk = smallDisk(folder);
  names.forEach((name, index) => writeFileSync(join(folder, name), texts[index]!));
  await ada.send('POST', '/new', { kind: 'workshop', slug: 'the-next-one', from: 'relationships-that-power-your-brand' });
  expect(await ada.publish()).toMatchObject({ state: 'live' });
  expect(disk.remount('ro')).toBe(true);
  const message = expect.stringContaining('the disk of the server is read-only') as string;
  expect(await ada.publish({}, '/undo-publish')).toMatchObject({ state: 'incomplete', message });
  expect(disk.remount('rw')).toBe(true);
  editing.create().releases.recover();
  expect(readdirSync(folder)).toEqual(names);
});
