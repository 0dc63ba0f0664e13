import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ContentCopy } from '../../test/support/content-copy.ts';
import { checkFolder } from './check-folder.ts';

const script = join(import.meta.dirname, '../../scripts/check-content.ts');
let copy: ContentCopy;
beforeEach(() => {
  copy = new ContentCopy().withPictures();
});
afterEach(() => copy[Symbol.dispose]());

/** Runs `npm run check:content` on the copy. */
function run(...flags: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--folder', copy.folder, ...flags], { encoding: 'utf8' });
  return { status, stdout, stderr, last: stdout.trim().split('\n').at(-1) };
}

/** What the command prints and how many errors it counts, without its process. */
async function check() {
  const { text, errors } = await checkFolder(copy.folder);
  return { text, errors, last: text.split('\n').at(-1) };
}

test('the content check reports examples and contradictions as warnings before launch', () => {
  const { status, stdout, last } = run();
  expect(stdout).toMatch(
    /^content\/retreats\/spring-2026\/next-steps\.yaml\n {2}warning {2}checkIn\.on: 2025-10-20 is outside the retreat/mu,
  );
  expect(last).toMatch(/^content: no errors, \d+ warnings\. Warnings become errors with --launch\.$/u);
  expect(status).toBe(0);
});

test('the content check reports them as errors with --launch', () => {
  const { status, stdout, last } = run('--launch');
  expect(stdout).toMatch(/^ {2}error {4}checkIn\.on: 2025-10-20 is outside the retreat/mu);
  expect(last).toMatch(/^content: \d+ errors, no warnings\.$/u);
  expect(status).toBe(1);
});

test('the content check reports a missing picture as an error at any time, first in its file', async () => {
  copy.delete('uploads/gallery/02-long-table.svg');
  const { errors, text, last } = await check();
  expect(text).toMatch(
    /^content\/retreats\/spring-2026\/gallery\.yaml\n {2}error {4}pictures\[2\]\.src: there is no file content\/uploads\/gallery\/02/mu,
  );
  expect(last).toMatch(/^content: 1 error, /u);
  expect(errors).toBe(1);
});

test('the content check reports content that cannot be loaded as errors at any time', async () => {
  copy.edit('retreats/spring-2026/letter.yaml', 'heading:', 'heding:').delete('retreats/spring-2026/hero.yaml');
  const { errors, text } = await check();
  expect(text).toContain('content/retreats/spring-2026/letter.yaml: heding: there is no field "heding"; did you mean "heading"?');
  expect(text).toContain('content/retreats/spring-2026/hero.yaml: this file is missing');
  expect(text).toContain('content: 2 errors. The files were not compared with one another.');
  expect(errors).toBe(2);
});

test('the content check advises git checkout for a missing file only if git can bring it back', async () => {
  const git = (...args: string[]) => spawnSync('git', ['-C', copy.folder, ...args], { encoding: 'utf8' });
  git('init', '--quiet');
  git('add', '.');
  cpSync(join(copy.folder, 'retreats/spring-2026'), join(copy.folder, 'retreats/fall-2026'), { recursive: true });
  for (const file of ['site.yaml', 'emails', 'retreats/fall-2026/hero.yaml']) copy.delete(file);
  const { text } = await check();
  expect(text).toContain('content/site.yaml: this file is missing; restore it with: git checkout -- content/site.yaml\n');
  expect(text).toContain('content/emails: this folder is missing; restore it with: git checkout -- content/emails\n');
  expect(text).toContain(
    'content/retreats/fall-2026/hero.yaml: this file is missing; copy it from the folder of another retreat, or restore it from a backup\n',
  );
  rmSync(join(copy.folder, '.git'), { recursive: true });
  expect((await check()).text).toContain(
    'content/site.yaml: this file is missing; restore it from a backup, or copy it from the version of the site that you run\n',
  );
});

test('the content check refuses a retreat with the name that stands for the next one, whose waitlist would be emptied each minute', async () => {
  copy.copy('retreats/spring-2026', 'retreats/next').edit('retreats/next/facts.yaml', /formId: \w+/u, 'formId: 0123456789abcdef');
  const { errors, text } = await check();
  expect(text).toContain(
    'content/retreats/next: "next" is a reserved name for the next retreat; give the folder another name, for example fall-2030\n',
  );
  expect(errors).toBe(1);
});

/** Returns the items of a list in YAML that repeat what has this anchor. */
const repeated = (name: string, count: number) => Array(count).fill(`*${name}`).join(', ');

test('the content check names a file whose YAML aliases repeat too much, or repeat what is not there', async () => {
  copy
    .write('site.yaml', `a: &a [1, 2]\nb: &b [${repeated('a', 100)}]\nc: [${repeated('b', 30)}]\n`)
    .edit('retreats/spring-2026/hero.yaml', /^title: .*$/mu, 'title: *stars*');
  const { errors, text } = await check();
  expect(text).toContain('content/site.yaml: too many words are repeated with & and *; write them out instead\n');
  expect(text).toContain('content/retreats/spring-2026/hero.yaml: *stars*: these words begin with * or &; put them in quotation marks\n');
  expect(errors).toBe(2);
});

test('the content check refuses a file that is not UTF-8, whose letters a page would show as question marks', async () => {
  const latin1 = Buffer.from(copy.read('status.yaml').replace(/^/u, '# Café\n'), 'latin1');
  copy.write('status.yaml', latin1);
  const { errors, text } = await check();
  expect(text).toContain(
    'content/status.yaml: this file is not saved as UTF-8, so letters such as é and ’ cannot be read; save it again as UTF-8\n',
  );
  expect(errors).toBe(1);
});

test.each([
  ['zone: CST', 'zone: no time zone has this name; write one such as America/Chicago'],
  ['minutes: 6000000000000', 'minutes: write the length in minutes; this is more than a week'],
])('the content check refuses %s, with which no date can be computed', async (line, message) => {
  copy.edit('speaker-series/relationships-that-power-your-brand.yaml', new RegExp(`^${line.split(':')[0]}: .*`, 'mu'), line);
  const { errors, text } = await check();
  expect(text).toContain(`content/speaker-series/relationships-that-power-your-brand.yaml: ${message} (line `);
  expect(errors).toBe(1);
});

test('the content check refuses an unknown option with its usage', () => {
  const { status, stdout, stderr } = run('--lunch');
  expect(stderr).toMatch(/--lunch[^]*Usage: npm run check:content/u);
  expect(stdout).toBe('');
  expect(status).toBe(2);
});

test('the content check refuses an argument', () => {
  expect(run('launch').status).toBe(2);
});

test('the content check explains its options with --help', () => {
  const { status, stdout } = run('--help');
  expect(stdout).toMatch(/^Usage: [^]*--launch/u);
  expect(status).toBe(0);
});

test('the content check names a picture that cannot be read: an error where a page shows it, a warning where none does', async () => {
  const portrait = 'uploads/people/broken.jpg';
  copy
    .write(portrait, 'no picture')
    .write('uploads/people/unused.png', 'no picture')
    .edit('retreats/spring-2026/hosts.yaml', /^( +)src: .*$/mu, `$1src: /${portrait}`);
  const { errors, text } = await check();
  expect(text).toContain(
    'hosts[1].portrait.src: content/uploads/people/broken.jpg: this file cannot be read as a picture; export it again as JPEG or PNG',
  );
  expect(text).toMatch(/^content\/uploads\/people\/unused\.png\n {2}warning {2}unused: this file cannot be read as a picture/mu);
  expect(errors).toBe(1);
});

test('the content check says of a picture with too many pixels that it must be smaller', async () => {
  const large = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a53' } })
    .jpeg()
    .toBuffer();
  // The height and the width, each in two bytes, in the frame header (ITU T.81, B.2.2).
  large.writeUInt32BE(0x8000_8000, large.indexOf('ffc0', 'hex') + 5);
  copy.write('uploads/people/large.jpg', large);
  expect((await check()).text).toMatch(
    /^content\/uploads\/people\/large\.jpg\n {2}warning {2}unused: this picture has over 268 million pixels, .*; make it smaller/mu,
  );
});

test.each([
  [1, 50_000],
  [110, 10],
])('the content check refuses a picture of %i by %i pixels, of which the build cannot make its sizes', async (width, height) => {
  const narrow = sharp({ create: { width, height, channels: 3, background: '#a53' } }).png();
  copy
    .write('uploads/people/narrow.png', await narrow.toBuffer())
    .edit('retreats/spring-2026/hosts.yaml', /^( +)src: .*$/mu, '$1src: /uploads/people/narrow.png');
  const { errors, text } = await check();
  expect(text).toContain(
    `hosts[1].portrait.src: content/uploads/people/narrow.png: this picture is ${width} by ${height} pixels, and one side may be at most 10 times the other; crop it`,
  );
  expect(errors).toBe(1);
});

test('the content check names a photograph whose end is missing, in every format', async () => {
  const noise = sharp({
    create: { width: 1024, height: 768, channels: 3, background: '#a53', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  });
  const formats = ['jpeg', 'png', 'webp', 'avif'] as const;
  for (const format of formats) {
    const whole = await noise.clone().toFormat(format, { effort: 1 }).toBuffer();
    copy.write(`uploads/people/whole.${format}`, whole);
    copy.write(`uploads/people/cut.${format}`, whole.subarray(0, whole.length * 0.9));
  }
  // Scaled down while it is decoded, this one would be read without its last rows.
  const plain = await sharp({ create: { width: 1201, height: 418, channels: 3, background: '#a53' } })
    .jpeg()
    .toBuffer();
  copy.write('uploads/people/cut-plain.jpg', plain.subarray(0, -60));
  const { text } = await check();
  const named = text.matchAll(/^content\/uploads\/people\/(\S+)\n {2}warning {2}unused: this file cannot be read as a picture/gmu);
  expect([...named].map(([, name]) => name)).toEqual(['cut-plain.jpg', ...formats.map((format) => `cut.${format}`)].toSorted());
});

test('the content check warns about a picture whose aspect ratio does not fit its place', async () => {
  const wide = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#a53' } })
    .jpeg()
    .toBuffer();
  writeFileSync(join(copy.folder, 'uploads/people/wide.jpg'), wide);
  copy.edit('retreats/spring-2026/hosts.yaml', /^( +)src: .*$/mu, '$1src: /uploads/people/wide.jpg');
  const { errors, text } = await check();
  expect(text).toContain(
    'hosts[1].portrait.src: /uploads/people/wide.jpg is 1600 by 900 pixels, and this place is 9 by 11; crop it to that shape',
  );
  expect(errors).toBe(0);
});

test('the content check lists the files in content/uploads that nothing uses, which are no problem at launch', async () => {
  const hero = 'retreats/spring-2026/hero.yaml';
  // The retreat has no dates yet: no page shows its pictures now.
  copy
    .copy('retreats/spring-2026', 'retreats/later')
    .edit('retreats/later/facts.yaml', /^earliest: .*$/mu, 'earliest:')
    .edit('retreats/later/hosts.yaml', /^( +)src: .*$/mu, '$1src: /uploads/people/later.jpg');
  for (const name of ['later.jpg', 'earlier.jpg', '.DS_Store']) copy.write(`uploads/people/${name}`, copy.read(hero));
  const { errors, text, last } = await check();
  expect(text).toMatch(/^Not used by any page; delete what you do not need:\n {2}content\/uploads\/people\/earlier\.jpg\n\n/mu);
  expect(last).toMatch(/^content: no errors, /u);
  expect(errors).toBe(0);
});

test('the content check calls no file unused whose address is written in another way', async () => {
  const hosts = 'retreats/spring-2026/hosts.yaml';
  copy.edit(hosts, /^( +)src: .*$/mu, String.raw`$1src: "\/uploads\/people\/used.jpg"`);
  copy.write('uploads/people/used.jpg', copy.read('retreats/spring-2026/hero.yaml'));
  copy.write('uploads/people/letter-case.JPG', copy.read('retreats/spring-2026/hero.yaml'));
  copy.edit('site.yaml', /^/u, '# /uploads/people/Letter-Case.jpg\n');
  // The build also reads a file through a symbolic link.
  copy.write('site-elsewhere.txt', copy.read('site.yaml'));
  rmSync(join(copy.folder, 'site.yaml'));
  symlinkSync(join(copy.folder, 'site-elsewhere.txt'), join(copy.folder, 'site.yaml'));
  expect((await check()).text).not.toMatch(/^ {2}content\/uploads\/people\/(?:used|letter-case)\./mu);
});

test('the content check accepts the number of units that facts.yaml had in an earlier version', async () => {
  copy.edit('retreats/spring-2026/facts.yaml', /^capacity: .*$/mu, '$&\nunitsBelow: 250');
  expect((await check()).errors).toBe(0);
});
