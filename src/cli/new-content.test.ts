import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkContent } from '../content/check-content.ts';
import { loadContent } from '../content/load.ts';
import { dataWith } from '../../test/support/cli-data.ts';
import { ContentCopy } from '../../test/support/content-copy.ts';
import { organizer } from '../../test/support/organizer.ts';

const from = 'relationships-that-power-your-brand';
let copy: ContentCopy;
beforeEach(() => {
  copy = new ContentCopy();
});
afterEach(() => {
  vi.unstubAllEnvs();
  copy[Symbol.dispose]();
});

const newSeason = (slug: string, source = 'spring-2026') => organizer(['season', 'new', slug, '--from', source, '--folder', copy.folder]);
const newWorkshop = (slug: string, source = from) => organizer(['workshop', 'new', slug, '--from', source, '--folder', copy.folder]);
const findings = () => checkContent(loadContent(copy.folder), { now: new Date('2026-11-01T12:00:00Z'), fileExists: () => true });
const endingMessage = () => findings().find(({ message }) => message.includes('retreat ended on'))?.message;

/** Fills in the dates of a retreat as an organizer would. */
function fillIn(slug: string): void {
  copy
    .edit(`retreats/${slug}/facts.yaml`, /^season: .*$/mu, 'season: Spring 2027')
    .edit(`retreats/${slug}/facts.yaml`, /^earliest: .*$/mu, 'earliest: 2027-03-01')
    .edit(`retreats/${slug}/facts.yaml`, /^latest: .*$/mu, 'latest: 2027-05-31')
    .edit(`retreats/${slug}/letter.yaml`, /^date: .*$/mu, 'date: 2026-11-01')
    .edit(`retreats/${slug}/next-steps.yaml`, /on: #.*$/mu, 'on: 2027-04-05')
    .edit(`retreats/${slug}/next-steps.yaml`, /on: #.*$/mu, 'on: 2027-04-08');
}

describe('organizer season new', () => {
  test('copies every file of a retreat, all words unchanged, and marks each as a sample', async () => {
    expect((await newSeason('spring-2027')).status).toBe(0);
    const files = readdirSync(join(copy.folder, 'retreats/spring-2026'));
    expect(readdirSync(join(copy.folder, 'retreats/spring-2027'))).toEqual(files);
    for (const file of files) {
      const copied = copy.read(`retreats/spring-2027/${file}`);
      expect(copied).toMatch(/^sample: true$/mu);
      if (['facts.yaml', 'letter.yaml', 'next-steps.yaml'].includes(file)) continue;
      const source = copy.read(`retreats/spring-2026/${file}`);
      expect(copied.replace(/^sample: true\n/mu, '')).toBe(source.replace(/^sample: true\n/mu, ''));
    }
  });

  test('leaves the dates empty, and prints the file and line of each date to fill in', async () => {
    const { stdout } = await newSeason('spring-2027');
    expect(stdout).toMatch(/^content\/retreats\/spring-2027\/facts\.yaml\n {2}season: this is still empty; write the season/mu);
    for (const field of ['earliest', 'latest', 'date', 'checkIn.on', 'checkOut.on'])
      expect(stdout).toContain(`  ${field}: this is still empty; write a valid date as year-month-day`);
  });

  test('shows the new retreat on no page before its dates are filled in, and the content check names the missing dates', async () => {
    const before = loadContent(copy.folder).retreats;
    await newSeason('spring-2027');
    expect(loadContent(copy.folder).retreats).toEqual(before);
    const ofUndated = findings().filter(({ file }) => file.startsWith('content/retreats/spring-2027/'));
    expect(ofUndated.map(({ field }) => field)).toEqual(expect.arrayContaining(['earliest', 'date', 'checkIn.on', 'sample']));
    expect(ofUndated.every(({ severity }) => severity === 'launch')).toBe(true);
  });

  test('makes a retreat with its own form and afterwards: turn, once its dates are filled in', async () => {
    await newSeason('spring-2027');
    fillIn('spring-2027');
    const { retreats, undated } = loadContent(copy.folder);
    const [old, made] = retreats;
    expect(undated).toEqual([]);
    expect(made).toMatchObject({ slug: 'spring-2027', facts: { season: 'Spring 2027', afterwards: 'turn' } });
    expect(made!.facts.waitlist.formId).toMatch(/^[0-9a-f]{32}$/u);
    expect(made!.facts.waitlist.formId).not.toBe(old!.facts.waitlist.formId);
    expect(findings().filter(({ file, severity }) => file.includes('spring-2027') && severity === 'always')).toEqual([]);
    expect(findings()).toContainEqual(expect.objectContaining({ file: 'content/retreats/spring-2027/ticket.yaml', field: 'sample' }));
  });

  test.each([
    ['an existing retreat', 'spring-2026', 'The address /retreats/spring-2026 is taken already; choose another name. Nothing was changed'],
    ['the reserved name', 'next', '"next" is a reserved name'],
    ['a name that is no address', 'Spring 2027', '"Spring 2027" cannot be part of an address; use lowercase letters, digits and hyphens'],
    ['a path', '../spring', '"../spring" cannot be part of an address'],
  ])('refuses %s', async (_, slug, message) => {
    const { status, stderr } = await newSeason(slug);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) as string });
    expect(readdirSync(join(copy.folder, 'retreats'))).toEqual(['spring-2026']);
  });

  test('refuses an unknown source, and names the known ones', async () => {
    const { status, stderr } = await newSeason('spring-2027', 'autumn');
    expect(status).toBe(2);
    expect(stderr).toContain('There is no retreat autumn; choose one of spring-2026');
  });

  test('says of a source with empty dates that it has empty dates', async () => {
    await newSeason('spring-2027');
    expect(await newSeason('fall-2027', 'spring-2027')).toMatchObject({
      status: 2,
      stderr:
        'spring-2027 still has empty dates; fill in what "npm run check:content" lists\nAdd --help to a command to see how it is used.\n',
    });
  });
});

test('every command says of a retreat or workshop with empty dates that it has them, and of an unknown one that there is none', async () => {
  using data = await dataWith([]);
  vi.stubEnv('CONTENT_FOLDER', copy.folder);
  await newSeason('fall-2099');
  await newWorkshop('talk-two');
  const letter = 'letter write --subject News --text /dev/null';
  for (const [slug, what, known, commands] of [
    [
      'fall-2099',
      'retreat',
      'spring-2026',
      [
        'retreat list --retreat',
        'retreat seats --retreat',
        'retreat house --retreat',
        'season close',
        'season invite-back spring-2026 --to',
        `${letter} --waitlist`,
      ],
    ],
    [
      'talk-two',
      'workshop',
      from,
      ['workshop link', 'questions', 'funnel --workshop', `${letter} --came --workshop`, `${letter} --next-workshop`],
    ],
  ] as const)
    for (const command of commands) {
      const refusal = async (named: string) => data.organizer([...command.split(' '), named]);
      const status = command.includes(' --') ? 2 : 1;
      const hint = status === 2 ? 'Add --help to a command to see how it is used.\n' : '';
      const empty = `${slug} still has empty dates; fill in what "npm run check:content" lists\n${hint}`;
      expect([command, await refusal(slug)]).toEqual([command, { status, stdout: '', stderr: empty }]);
      const unknown = `There is no ${what} nosuch; choose one of ${known}\n${hint}`;
      expect([command, await refusal('nosuch')]).toEqual([command, { status, stdout: '', stderr: unknown }]);
    }
});

describe('an undated retreat', () => {
  test('that is the only retreat is an error: there would be nothing to show', () => {
    copy.edit('retreats/spring-2026/facts.yaml', 'latest: 2026-05-31', 'latest:');
    expect(() => loadContent(copy.folder)).toThrow('content/retreats/spring-2026/facts.yaml: latest: this is still empty');
  });

  test('is the next one in what the content check says about the one that is over, and is not to be begun again', async () => {
    expect(endingMessage()).toContain('begin the next one: bin/organizer season new SLUG --from spring-2026');
    await newSeason('spring-2027');
    expect(endingMessage()).toMatch(/; fill in the dates of the next one, content\/retreats\/spring-2027/u);
  });

  test('may have other errors, which the content check reports', async () => {
    await newSeason('spring-2027');
    copy.edit('retreats/spring-2027/hosts.yaml', 'heading:', 'heding:');
    expect(findings()).toContainEqual(expect.objectContaining({ file: 'content/retreats/spring-2027/hosts.yaml', field: 'heding' }));
  });
});

describe('organizer workshop new', () => {
  test('copies a workshop without its day, its cancellation and its call', async () => {
    copy
      .edit(`speaker-series/${from}.yaml`, /^join:$/mu, 'join:\n  url: https://call.example/1')
      .edit(`speaker-series/${from}.yaml`, /^cancelled: false$/mu, 'cancelled: true')
      .edit(`speaker-series/${from}.yaml`, /^registration: open$/mu, 'registration: closed');
    const { status, stdout } = await newWorkshop('pricing');
    expect(status).toBe(0);
    expect(stdout).toContain('content/speaker-series/pricing.yaml\n  on: this is still empty');
    expect(loadContent(copy.folder).workshops).toHaveLength(1);
    copy.edit('speaker-series/pricing.yaml', /^on: .*$/mu, 'on: 2027-02-03');
    const { workshops } = loadContent(copy.folder);
    expect(workshops.map(({ slug }) => slug)).toEqual([from, 'pricing']);
    expect(workshops[1]).toMatchObject({ sample: true, cancelled: false, afterwards: 'turn', registration: 'until-start' });
    expect(workshops[1]!.join).toEqual({ text: workshops[0]!.join.text });
    expect(workshops[1]!.form.id).toMatch(/^[0-9a-f]{32}$/u);
    expect(workshops[1]!.form.id).not.toBe(workshops[0]!.form.id);
    const comments = copy.read('speaker-series/pricing.yaml').match(/#.*$/gmu)!.join('\n');
    expect(comments).not.toContain(from);
  });

  test('refuses a workshop whose file cannot be changed, and names the file', async () => {
    copy.edit(`speaker-series/${from}.yaml`, /^title: /mu, 'title: &title ');
    expect(await newWorkshop('pricing')).toMatchObject({
      status: 1,
      stderr: `content/speaker-series/${from}.yaml cannot be copied. This file uses YAML anchors (& and *); change it by hand.\n`,
    });
  });

  test('refuses an existing workshop', async () => {
    const { status, stderr } = await newWorkshop(from);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `The address /speaker-series/${from} is taken already; choose another name. Nothing was changed\n`,
    });
  });
});
