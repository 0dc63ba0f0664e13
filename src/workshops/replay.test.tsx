import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { contentWith } from '../../test/support/app.ts';
import { temporaryFolder } from '../../test/support/databases.ts';
import { Replay } from './components/Replay.tsx';
import { replayFileRoutes } from './replay-files.ts';
import { structuredDataOf } from './structured-data.ts';

const replay = { video: '/uploads/replays/talk.mp4', captions: '/uploads/replays/talk.vtt', transcript: ['Welcome.', 'Good morning.'] };
const content = contentWith({ replay });
const talk = content.workshops[0]!;
const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));

/** Serves the files of the replay from a new folder. */
function startFiles() {
  const { folder, [Symbol.dispose]: remove } = temporaryFolder();
  mkdirSync(join(folder, 'uploads/replays'), { recursive: true });
  writeFileSync(join(folder, replay.video), bytes);
  writeFileSync(join(folder, replay.captions), 'WEBVTT\n');
  writeFileSync(join(folder, 'uploads/replays/other.mp4'), 'not named by any workshop');
  const app = Fastify();
  const watched: string[] = [];
  replayFileRoutes(app, { content, folder, onWatched: (slug) => watched.push(slug) });
  return {
    folder,
    watched,
    get: async (range?: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
      const response = await app.inject({ method, url: replay.video, headers: { ...(range && { range }), ...headers } });
      return { status: response.statusCode, headers: response.headers, body: response.rawPayload };
    },
    app,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      remove();
    },
  };
}

it.each([
  ['bytes=0-', 0, 999],
  ['bytes=100-199', 100, 199],
  ['bytes=990-5000', 990, 999],
  ['bytes=-10', 990, 999],
  ['bytes=-5000', 0, 999],
])('the replay is sent in the range %s', async (range, start, end) => {
  await using files = startFiles();
  const { status, headers, body } = await files.get(range);
  expect([status, headers['content-range'], headers['content-length']]).toEqual([
    206,
    `bytes ${start}-${end}/1000`,
    String(end - start + 1),
  ]);
  expect(body.equals(bytes.subarray(start, end + 1))).toBe(true);
});

it('the replay counts as watched when its beginning is sent, and not for other ranges, probes and refusals', async () => {
  await using files = startFiles();
  for (const range of [undefined, 'bytes=0-', 'bytes=0-999', 'bytes=-1000']) await files.get(range);
  expect(files.watched).toEqual(Array.from({ length: 4 }, () => talk.slug));
  const { etag = '' } = (await files.get('bytes=0-1')).headers;
  for (const range of ['bytes=100-199', 'bytes=-10', 'bytes=1000-']) await files.get(range);
  expect((await files.get('bytes=0-', { 'if-none-match': String(etag) })).status).toBe(304);
  await files.get(undefined, {}, 'HEAD');
  rmSync(join(files.folder, replay.video));
  expect((await files.get('bytes=0-')).status).toBe(404);
  expect(files.watched).toHaveLength(4);
});

it.each(['bytes=1000-', 'bytes=-0'])('the range %s lies outside the replay', async (range) => {
  await using files = startFiles();
  const { status, headers } = await files.get(range);
  expect([status, headers['content-range']]).toEqual([416, 'bytes */1000']);
});

it.each(['bytes=5-2', 'bytes=0-1,5-6', 'items=0-1', 'bytes=a-b', 'bytes=-'])('the range %s is ignored', async (range) => {
  await using files = startFiles();
  expect(await files.get(range)).toMatchObject({ status: 200, body: bytes });
});

it('a range is sent only if the client has the current version', async () => {
  await using files = startFiles();
  const { headers } = await files.get(undefined, {}, 'HEAD');
  expect(headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': '1000', 'content-type': 'video/mp4' });
  const etag = headers.etag as string;
  expect((await files.get('bytes=0-1', { 'if-range': etag })).status).toBe(206);
  expect((await files.get('bytes=0-1', { 'if-range': '"older"' })).status).toBe(200);
  expect((await files.get(undefined, { 'if-none-match': etag })).status).toBe(304);
});

it('only files that a workshop names are sent', async () => {
  await using files = startFiles();
  const statusOf = async (url: string) => (await files.app.inject({ url })).statusCode;
  expect(await statusOf(replay.captions)).toBe(200);
  for (const path of ['other.mp4', '../../package.json', '%2e%2e/%2e%2e/package.json'])
    expect(await statusOf(`/uploads/replays/${path}`)).toBe(404);
});

it('the player has captions, a transcript and controls, and loads nothing before it plays', () => {
  const html = renderToStaticMarkup(<Replay replay={replay} poster="/poster.webp" title={talk.title} />);
  expect(html).toMatch(/<video[^>]* controls=""[^>]* preload="none" poster="\/poster\.webp"/u);
  expect(html).toContain(`<track kind="captions" srcLang="en" label="English" src="${replay.captions}"/>`);
  expect(html).toMatch(/<details[^>]*><summary[^>]*>Read the transcript<\/summary><p>Welcome\.<\/p>/u);
});

it('the structured data contains the replay once the workshop is over', () => {
  const origin = new URL('https://founderhouse.example');
  const dataWhen = (isOver: boolean) =>
    structuredDataOf(talk, content.site, { origin, address: `${origin.href}speaker-series`, isOver }) as { '@type': string }[];
  const video = { '@type': 'VideoObject', contentUrl: origin.href.slice(0, -1) + replay.video, transcript: 'Welcome.\n\nGood morning.' };
  expect(dataWhen(true)).toContainEqual(expect.objectContaining(video));
  expect(dataWhen(false).map((each) => each['@type'])).not.toContain('VideoObject');
});
