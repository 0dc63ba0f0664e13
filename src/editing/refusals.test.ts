import { globSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEditing, title } from '../../test/support/editing.ts';
import { ownPage } from '../../test/support/remote-desk.ts';
import { pictureFolder } from './content-files.ts';

let editing: Awaited<ReturnType<typeof startEditing>>;
beforeEach(async () => {
  editing = await startEditing();
});
afterEach(() => editing[Symbol.asyncDispose]());

const door = sharp({ create: { width: 40, height: 20, channels: 3, background: '#a33' } });

const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');

/** Uploads a picture for the portrait of the guest. */
async function upload(bytes: Buffer, query: Record<string, string> = {}, signedIn?: Awaited<ReturnType<typeof editing.as>>) {
  const ada = signedIn ?? (await editing.as('Ada'));
  const url = `/api/pages/picture?${new URLSearchParams({ file: 'retreats/spring-2026/guest-speaker.yaml', pointer: '/portrait', ...query })}`;
  const headers = { ...ownPage, cookie: ada.cookie, 'content-type': 'image/jpeg' };
  const response = await editing.desk.app.inject({ method: 'POST', url, headers, body: bytes });
  return { status: response.statusCode, ...response.json<{ src?: string; message?: string }>(), ada };
}

/** Returns the uploaded pictures in the folders of drafts. */
const draftedPictures = () => globSync(`content-drafts/*/content/${pictureFolder}/*`, { cwd: editing.dataDir });

/** Returns the items of a list in YAML that repeat what has this anchor. */
const repeated = (name: string, count: number) => Array(count).fill(`*${name}`).join(', ');

describe('editing is refused for', () => {
  it.each(['../package.json', '/etc/passwd', '..%2fpackage.json', 'retreats/../site.yaml', 'link.yaml', 'linked/x.yaml'])(
    'a file outside content/: %s',
    async (file) => {
      symlinkSync('/etc/hostname', join(editing.copy.folder, 'link.yaml'));
      symlinkSync('/etc', join(editing.copy.folder, 'linked'));
      const ada = await editing.as('Ada');
      const { status, body } = await ada.send('PUT', '/value', { file, pointer: '/name', value: 'x', before: null });
      expect([status, body['message']]).toEqual([409, `content/ has no file “${file}”; reload the page and try again.`]);
    },
  );

  it.each(['/__proto__/polluted', '/constructor/prototype/polluted'])('the pointer %s', async (pointer) => {
    const ada = await editing.as('Ada');
    expect((await ada.send('PUT', '/value', { ...title, pointer, value: 'x', before: null })).status).toBe(409);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('a text with which its file would be over 1 MB, and the draft stays usable', async () => {
    editing.copy.edit(title.file, /$/u, `# ${'x'.repeat(990_000)}\n`);
    const ada = await editing.as('Ada');
    const long = await ada.set('x'.repeat(20_000));
    expect((await ada.set('A short title')).status).toBe(200);
    expect(long).toMatchObject({
      status: 409,
      body: { message: `content/${title.file} would be over 1 MB with this text; shorten the text.` },
    });
  });

  it.each(['[{"kind"', '{}', '[{"kind":"value"}]'])('a draft whose file is damaged, until it is deleted: %j', async (damaged) => {
    const ada = await editing.as('Ada');
    await ada.set('Three days');
    const file = join(editing.dataDir, globSync('content-drafts/*/edits.json', { cwd: editing.dataDir })[0]!);
    writeFileSync(file, damaged);
    for (const path of ['', '/changes', `/value?${new URLSearchParams(title)}`]) {
      const { status, body } = await ada.send('GET', path);
      expect([path, status, body['message']]).toEqual([path, 409, expect.stringContaining(`${file} on the server is damaged`)]);
    }
    rmSync(file);
    expect((await ada.set('Four days')).status).toBe(200);
  });

  it('a copy of a retreat that there is not', async () => {
    const ada = await editing.as('Ada');
    const copy = { kind: 'retreat', slug: 'fall-2030', from: '../retreats/spring-2026' };
    expect(await ada.send('POST', '/new', copy)).toMatchObject({ status: 409 });
  });

  it('half a surrogate pair, with which a draft could not be taken back', async () => {
    const ada = await editing.as('Ada');
    expect((await ada.set('Half a rose \uD83C')).status).toBe(400);
    await ada.set('A rose \u{1F339}');
    expect(await ada.readValue()).toBe('A rose \u{1F339}');
  });

  it.each(['site.yaml', 'emails/registration.yaml', 'speaker-series/relationships-that-power-your-brand.yaml', 'emails', 'uploads'])(
    'a symbolic link that the site follows: %s',
    async (name) => {
      const [link, elsewhere] = [join(editing.copy.folder, name), join(editing.dataDir, 'elsewhere')];
      renameSync(link, elsewhere);
      symlinkSync(elsewhere, link);
      const ada = await editing.as('Ada');
      const message = `content/${name} is a symbolic link, which the desk does not follow; replace it on the server with a copy of what it leads to`;
      expect(await ada.send('GET', '')).toEqual({ status: 409, body: { message } });
      expect(await ada.send('PUT', '/value', { ...title, value: 'x', before: null })).toEqual({ status: 409, body: { message } });
    },
  );

  it('a file over 1 MB', async () => {
    const ada = await editing.as('Ada');
    editing.copy.edit('site.yaml', /$/u, `# ${'x'.repeat(1_000_001)}\n`);
    expect((await ada.send('GET', '/changes')).body).toEqual({
      message: 'content/site.yaml is over 1 MB; shorten the file on the server.',
    });
  });

  it('a file whose YAML aliases repeat too much, which is a finding', async () => {
    const ada = await editing.as('Ada');
    editing.copy.write(title.file, `a: &a [1, 2]\nb: &b [${repeated('a', 100)}]\nc: [${repeated('b', 30)}]\n`);
    expect(await ada.send('PUT', '/value', { ...title, value: 'Another title', before: null })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('YAML anchors') as string },
    });
    expect((await ada.send('GET', '')).body).toMatchObject({
      findings: [{ file: title.file, message: 'too many words are repeated with & and *; write them out instead' }],
    });
  });

  it('a file that is not UTF-8, whose other letters the edit would replace with question marks', async () => {
    const ada = await editing.as('Ada');
    const before = Buffer.from(`# Café\n${editing.copy.read(title.file)}`, 'latin1');
    editing.copy.write(title.file, before);
    expect((await ada.send('PUT', '/value', { ...title, value: 'Another title', before: null })).body).toEqual({
      message: `content/${title.file} is not saved as UTF-8, so letters such as é and ’ cannot be read; save it again as UTF-8.`,
    });
    expect(readFileSync(join(editing.copy.folder, title.file))).toEqual(before);
  });
});

it.each(['speaker-series/notes.txt', 'speaker-series/notes/talk.yaml', 'retreats/notes.txt'])(
  'a symbolic link that the site does not follow is ignored: %s',
  async (name) => {
    const link = join(editing.copy.folder, name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync('/etc/hostname', link);
    const ada = await editing.as('Ada');
    expect((await ada.send('GET', '')).status).toBe(200);
    expect((await ada.set('Another title')).status).toBe(200);
  },
);

it('a time zone that has no name is a finding, and the draft can still be read', async () => {
  const ada = await editing.as('Ada');
  const zone = { file: 'speaker-series/relationships-that-power-your-brand.yaml', pointer: '/zone' };
  const { status, body } = await ada.send('PUT', '/value', { ...zone, value: 'CST', before: 'America/Chicago' });
  expect([status, body['findings']]).toEqual([
    200,
    [{ ...zone, severity: 'error', message: 'no time zone has this name; write one such as America/Chicago' }],
  ]);
});

describe('a picture', () => {
  it('is rotated upright, cropped, encoded again without its location, and published with the page', async () => {
    const taken = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#a33' } })
      .withExif({ IFD3: { GPSLatitude: '30/1 16/1 0/1', GPSLatitudeRef: 'N' }, IFD0: { Copyright: 'Ada at home' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif?.toString('latin1')).toContain('Ada at home');
    const { src, ada } = await upload(taken, { x: '0', y: '0', width: '200', height: '100', alt: 'A guest by a red door' });
    const place = { file: 'retreats/spring-2026/guest-speaker.yaml', pointer: '/portrait' };
    expect(await ada.readValue(place)).toEqual({ src, alt: 'A guest by a red door', sample: false });
    expect((await ada.send('GET', '')).body['edits']).toBe(1);
    await ada.publish();
    const kept = readFileSync(join(editing.copy.folder, src!));
    expect(await sharp(kept).metadata()).toMatchObject({ width: 200, height: 100, format: 'jpeg' });
    expect(kept.toString('latin1')).not.toMatch(/Ada at home|Exif/u);
  });

  it('is taken back together with its description', async () => {
    const { ada } = await upload(await door.clone().jpeg().toBuffer(), { alt: 'A door' });
    await ada.send('POST', '/undo-change', {});
    expect((await ada.send('GET', '/changes')).body['changes']).toEqual([]);
  });

  it.each(['', ' ', '\u2060'])('without an alternative text is refused, which is “%s”', async (alt) => {
    const { message, ada } = await upload(await door.clone().jpeg().toBuffer(), { alt });
    expect(message).toMatch(/^Describe in one sentence what the picture shows/u);
    expect((await ada.send('GET', '')).body['edits']).toBe(0);
  });

  it.each([
    ['an empty file', Buffer.alloc(0), /^This file is empty/u],
    ['a drawing', drawing, /JPEG, PNG/u],
    // A decoder would find the error.
    ['a drawing with an error, which is not read to its end', drawing.subarray(0, -6), /JPEG, PNG/u],
    ['a page that calls itself a picture', Buffer.from('<!doctype html><script>alert(1)</script>'), /JPEG, PNG/u],
    ['a broken picture', Buffer.from('\u{ff}\u{d8}\u{ff}\u{e0}broken', 'latin1'), /cannot be read as a picture/u],
  ])('%s is refused', async (_what, bytes, message) => {
    expect((await upload(bytes)).message).toMatch(message);
  });

  it.each([
    { x: '1', y: '0', width: '40', height: '20' },
    { x: '0', y: '1e20', width: '40', height: '20' },
    { x: '0', y: '0', width: '1e20', height: '1e20' },
  ])('of which a part outside is chosen is refused: %j', async (crop) => {
    const { status, message } = await upload(await door.clone().jpeg().toBuffer(), { alt: 'A door', ...crop });
    expect([status, message]).toEqual([409, 'The part that was chosen lies outside the picture. Choose it again.']);
  });

  it.each([
    ['a place without one', { pointer: '/name' }, 'There is no picture at this place. Reload the page and try again.'],
    ['a list', { pointer: '/biography' }, 'There is no picture at this place. Reload the page and try again.'],
    ['a place that does not exist', { pointer: '/nothing' }, 'There is no picture at this place. Reload the page and try again.'],
    [
      'a place whose picture has changed',
      { before: '/uploads/other.jpg' },
      expect.stringMatching(/^This text has been changed .*\. Make your change again\.$/u),
    ],
    ['a file that does not exist', { file: 'none.yaml' }, 'content/ has no file “none.yaml”; reload the page and try again.'],
  ])('for %s is refused, and neither decoded nor stored', async (_what, query, refusal) => {
    const { status, message, ada } = await upload(await door.clone().jpeg().toBuffer(), { alt: 'A door', ...query });
    expect([status, message]).toEqual([409, refusal]);
    expect((await upload(Buffer.from('not a picture'), { alt: 'A door', ...query })).message).toEqual(refusal);
    expect((await ada.send('GET', '')).body['edits']).toBe(0);
    expect(draftedPictures()).toEqual([]);
  });

  it('is not stored if another one was uploaded for its place while it was decoded', async () => {
    const ada = await editing.as('Ada');
    const { src: before } = (await ada.readValue({ file: 'retreats/spring-2026/guest-speaker.yaml', pointer: '/portrait' })) as {
      src: string;
    };
    const pictures = [await door.clone().jpeg().toBuffer(), await door.clone().flop().resize(30).jpeg().toBuffer()];
    const responses = await Promise.all(pictures.map((bytes) => upload(bytes, { alt: 'A door', before }, ada)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(draftedPictures()).toHaveLength(1);
  });

  it.each([25_000_001, 26_000_001])('of %s bytes is refused with the limit of pictures', async (bytes) => {
    expect((await upload(Buffer.alloc(bytes))).message).toContain('over 25 MB');
  });

  it.each(['gif', 'webp'] as const)('that is animated is refused instead of shown without its movement: %s', async (format) => {
    const frames = await Promise.all([door.clone(), door.clone().negate()].map((frame) => frame.png().toBuffer()));
    const animation = sharp(frames, { join: { animated: true } }).toFormat(format);
    expect((await upload(await animation.toBuffer())).message).toMatch(/animated, .* one of its frames as JPEG or PNG/u);
  });

  it('with more than 50 million pixels is refused before it is decoded', async () => {
    const bomb = await sharp(Buffer.alloc(10_000 * 5001), { raw: { width: 10_000, height: 5001, channels: 1 } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect((await upload(bomb)).message).toContain('50 million pixels');
  });
});
