import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createEditing } from '../../src/editing/editing.ts';
import type { Editing } from '../../src/editing/editing.ts';
import { Refused } from '../../src/refused.ts';
import { ContentCopy } from './content-copy.ts';
import { ownPage, startRemoteDesk } from './remote-desk.ts';

export const title = { file: 'retreats/spring-2026/hero.yaml', pointer: '/title' };
export const now = () => new Date('2026-01-15T15:00:00Z');

/** Editing over a copy of content/, with a build that only notes what it was made from, and the desk that two organizers use. */
export async function startEditing(dataDir = mkdtempSync(join(tmpdir(), 'founder-house-editing-'))) {
  const copy = new ContentCopy().withPictures();
  const dist = join(dataDir, 'dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, 'build.json'), 'the first build');
  const build = { fails: false, during: (): unknown => undefined };
  /** How many founders are registered with each form and wait for each retreat, and how many are invited to each and have a seat. */
  const registered = { founders: 12, invited: 0, accepted: 0 };
  const closed = new Set<string>();
  /** Runs on by a millisecond with each reading, and is set back by a test. */
  const clock = { timeMs: now().getTime() };
  const create = (ownDataDir = dataDir): Editing =>
    createEditing({
      contentFolder: copy.folder,
      dataDir: ownDataDir,
      dist,
      now: () => new Date((clock.timeMs += 1)),
      countRegistered: async () => registered.founders,
      countByState: async () => {
        const { founders: waiting, invited, accepted } = registered;
        return { waiting, invited, accepted, declined: 0, lapsed: 0, cancelled: 0, withdrawn: 0 };
      },
      listClosedRetreats: async () => closed,
      async build({ contentFolder, out }) {
        await build.during();
        if (build.fails) throw new Refused('The pages could not be built, and the site stays as it is.');
        mkdirSync(out, { recursive: true });
        cpSync(join(contentFolder, title.file), join(out, 'build.json'));
      },
    });
  const desk = await startRemoteDesk({ now: now() }, { editing: create() });
  const as = async (name: string) => {
    const cookie = await desk.signIn(name);
    const send = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
      const response = await desk.app.inject({
        method,
        url: `/api/pages${path}`,
        headers: { ...ownPage, cookie },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
    };
    const readValue = async (at = title) => (await send('GET', `/value?${new URLSearchParams(at)}`)).body['value'];
    return {
      cookie,
      send,
      readValue,
      set: async (value: unknown, at = title) => send('PUT', '/value', { ...at, value, before: await readValue(at) }),
      /** Publishes, or whatever `path` begins, and returns how it ended. */
      async publish(body: object = {}, path = '/publish') {
        const begun = await send('POST', path, body);
        if (begun.status !== 202) return begun.body;
        await expect.poll(async () => (await send('GET', '/publish')).body['state']).toMatch(/live|failed|incomplete/u);
        return (await send('GET', '/publish')).body;
      },
    };
  };
  return {
    copy,
    dataDir,
    dist,
    build,
    registered,
    closed,
    clock,
    create,
    desk,
    as,
    hero: () => copy.read(title.file),
    built: () => readFileSync(join(dist, 'build.json'), 'utf8'),
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      copy[Symbol.dispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
