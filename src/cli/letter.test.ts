import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { dataWith } from '../../test/support/cli-data.ts';
import { ContentCopy } from '../../test/support/content-copy.ts';
import { content } from '../../test/support/forms.ts';
import { recording, retreatSlug } from '../../test/support/recording.ts';

/** What follows the message about wrong usage. */
const helpHint = 'Add --help to a command to see how it is used.\n';

const ada = recording(
  { inf_field_FirstName: 'Ada', inf_field_LastName: 'Byron', inf_field_Email: 'ada@example.com', inf_custom_SystemSize: '11-25 Units' },
  { form: 'waitlist' },
);

afterEach(() => void vi.unstubAllEnvs());

async function dataWithLetter() {
  const data = await dataWith([ada]);
  const text = join(data.folder, 'letter.txt');
  writeFileSync(text, 'Hello {firstName},\n\nThere is news.\n');
  const letter = (...args: string[]) => data.organizer(['letter', ...args], { ORGANIZER_EMAIL: 'organizer@example.com' });
  const write = (...group: string[]) => letter('write', '--subject', 'News', '--text', text, ...group);
  return { ...data, letter, write };
}

it('organizer letter writes a letter to a group, lists its recipients, and sends it after its test', async () => {
  using data = await dataWithLetter();
  const { letter, write } = data;
  using copy = new ContentCopy();
  const written = await write('--waitlist', retreatSlug, '--size', '11-25 Units', '26-50 Units');
  expect(written.stdout).toContain(
    'To: founders waiting for the Spring 2026 retreat, 11-25 Units or 26-50 Units\n1 founder would get it now.\n',
  );
  expect(written.stdout).toContain('  Ada Byron <ada@example.com>\n');
  const id = /^Letter (\S+)$/mu.exec(written.stdout)![1]!;
  const notYet = 'It cannot be sent before content/site.yaml has a postalAddress';
  expect(written.stdout).toContain(notYet);
  const noAddress =
    /\nThe law on commercial email requires your postal address [^\n]+ content\/site\.yaml, restart the site and retry\.\n/u;
  expect((await letter('send', id)).stderr).toMatch(noAddress);
  vi.stubEnv('CONTENT_FOLDER', copy.edit('site.yaml', '# postalAddress', 'postalAddress').folder);
  expect((await letter('show', id)).stdout).not.toContain(notYet);
  expect((await letter('send', id)).stderr).toMatch(/\nEmail the letter to yourself first, and read it as founders will\.\n$/u);
  expect((await letter('test', id)).stdout).toContain('organizer@example.com');
  expect((await letter('send', id)).stdout).toContain('1 founder will get it. It goes out in 60 seconds');
  expect((await letter('send', id)).stderr).toMatch(
    /\nThe letter was already sent to 1 founder, and nobody else in its group would get it\.\n$/u,
  );
  expect((await letter('show', id)).stdout).toContain('left out, already sent: Ada Byron');
  expect((await letter('take-back', id)).stdout).toBe('1 founder will not get it.\n');
  expect((await letter('list')).stdout).toMatch(/^ID +Sent [^]*not sent +News/u);
  expect(JSON.parse((await letter('show', id.slice(0, 30), '--json')).stdout)).toMatchObject({
    to: [{ email: 'ada@example.com' }],
    leftOut: [],
  });
});

it('organizer letter change changes only the given parts, and letter delete removes a letter that was not sent', async () => {
  using data = await dataWithLetter();
  const { letter, write } = data;
  const id = /^Letter (\S+)$/mu.exec((await write('--waitlist', retreatSlug, '--since', '2026-03-01')).stdout)![1]!;
  const shown = async () => JSON.parse((await letter('show', id, '--json')).stdout) as object;
  await letter('change', id, '--subject', 'Other news', '--link', 'https://example.com/', '--link-text', 'Read');
  const changed = {
    subject: 'Other news',
    text: ['Hello {firstName},', 'There is news.'],
    sentence: expect.stringContaining('since March 1') as string,
  };
  expect(await shown()).toMatchObject({ ...changed, link: { href: 'https://example.com/', text: 'Read' } });
  await letter('change', id, '--link-text', 'Read more');
  expect(await shown()).toMatchObject({ link: { href: 'https://example.com/', text: 'Read more' } });
  const announced = content.workshops[0]!;
  expect((await letter('change', id, '--no-link', '--next-workshop', announced.slug)).stdout).toContain(
    `not registered for the workshop “${announced.title}” of July 11, 2025\n`,
  );
  expect(await shown()).toMatchObject({ ...changed, link: null, sentence: expect.stringContaining('next workshop') as string });
  expect((await letter('change', id, '--state', 'invited')).stderr).toMatch(/\nName one group: /u);

  const unsure = await data.organizer(['letter', 'delete', id], {}, { columns: 100, input: 'no\n' });
  expect(unsure.stderr).toMatch(/Delete the letter "Other news" [^]*Nothing was changed\n$/u);
  expect((await letter('delete', id)).stdout).toBe('The letter is deleted.\n');
  expect((await letter('list')).stdout).toContain('There are no letters yet');
});

it('organizer letter change keeps what it leaves out of the group, and starts with the defaults for another group', async () => {
  using data = await dataWithLetter();
  const { letter, write } = data;
  const { slug } = content.workshops[0]!;
  const id = /^Letter (\S+)$/mu.exec(
    (await write('--waitlist', retreatSlug, '--state', 'invited', '--size', '11-25 Units', '26-50 Units')).stdout,
  )![1]!;
  const groupAfter = async (...options: string[]) => {
    const { stdout, stderr } = await letter('change', id, ...options);
    return /^To: (.*)$/mu.exec(stdout)?.[1] ?? stderr;
  };
  const invited = 'founders invited to the Spring 2026 retreat';
  const sizes = '11-25 Units or 26-50 Units';
  expect(await groupAfter('--waitlist', retreatSlug, '--since', '2026-03-01')).toBe(`${invited}, ${sizes}, joined since March 1, 2026`);
  expect(await groupAfter('--since', '2026-04-02')).toBe(`${invited}, ${sizes}, joined since April 2, 2026`);
  expect(await groupAfter('--size', '150+ Units')).toBe(`${invited}, 150+ Units, joined since April 2, 2026`);
  expect(await groupAfter('--no-size', '--no-since')).toBe(invited);
  expect(await groupAfter('--came')).toMatch(/\nName one group: /u);
  expect(await groupAfter('--workshop', slug)).toContain('With --workshop, add either --came or --missed');
  expect(await groupAfter('--workshop', slug, '--missed')).toMatch(/^founders who registered for .* and missed it$/u);
  expect(await groupAfter('--workshop', slug)).toMatch(/^founders who registered for .* and missed it$/u);
  expect(await groupAfter('--came')).toMatch(/^founders who came to the workshop/u);
  expect(await groupAfter('--since', '2026-04-02')).toMatch(/\nName one group: /u);
  expect(await groupAfter('--waitlist', retreatSlug)).toBe('founders waiting for the Spring 2026 retreat');
});

it('organizer letter show says why nobody can get a letter whose workshop was cancelled; the letter can get another group or be deleted', async () => {
  using data = await dataWithLetter();
  const { letter, write } = data;
  const { slug, title } = content.workshops[0]!;
  const id = /^Letter (\S+)$/mu.exec((await write('--workshop', slug, '--missed')).stdout)![1]!;
  using copy = new ContentCopy();
  vi.stubEnv('CONTENT_FOLDER', copy.edit(`speaker-series/${slug}.yaml`, /^cancelled: false$/mu, 'cancelled: true').folder);
  const { status, stdout } = await letter('show', id);
  expect([status, stdout]).toEqual([0, expect.stringContaining('There is news.\n')]);
  expect(stdout).toContain(
    `Nobody can get it now: The workshop “${title}” of July 11, 2025 is cancelled, so it has no attendance; choose another group.\n`,
  );
  expect((await letter('change', id, '--waitlist', retreatSlug)).stdout).toContain('1 founder would get it now.\n');
  expect((await letter('delete', id)).stdout).toBe('The letter is deleted.\n');
});

it.each([
  [[], 2, `Name one group: --waitlist, --workshop or --next-workshop\n${helpHint}`],
  [['--next-workshop', '--waitlist', retreatSlug], 2, `Name one group: --waitlist, --workshop or --next-workshop\n${helpHint}`],
  [
    ['--waitlist', 'fall-1999'],
    2,
    `There is no retreat fall-1999; choose one of ${content.retreats.map(({ slug }) => slug).join(', ')}\n${helpHint}`,
  ],
  [
    ['--next-workshop', 'a-walk'],
    2,
    `There is no workshop a-walk; choose one of ${content.workshops.map(({ slug }) => slug).join(', ')}\n${helpHint}`,
  ],
  [['--workshop', content.workshops[0]!.slug], 2, `With --workshop, add either --came or --missed\n${helpHint}`],
  [
    ['--waitlist', retreatSlug, '--since', 'March'],
    2,
    `error: option '--since <day>' argument 'March' is invalid. Enter a date as YYYY-MM-DD.\n${helpHint}`,
  ],
  [
    ['--waitlist', retreatSlug, '--since', ''],
    2,
    `error: option '--since <day>' argument '' is invalid. Enter a date as YYYY-MM-DD.\n${helpHint}`,
  ],
  [
    ['--next-workshop', '--link', 'example.com', '--link-text', 'Read'],
    2,
    `Enter the full address of the link, starting with https://\n${helpHint}`,
  ],
  [['--next-workshop', '--link', '', '--link-text', 'Read'], 2, `Enter the full address of the link, starting with https://\n${helpHint}`],
  [['--next-workshop', '--link', 'https://example.com/'], 2, `Enter the text of the link\n${helpHint}`],
  [['--next-workshop', '--subject', 'Hello {lastName}'], 2, `In a subject, only {firstName} can be in curly braces\n${helpHint}`],
  [['--next-workshop', '--subject', '\u200B\u2060'], 2, `Enter a subject\n${helpHint}`],
  [['--next-workshop', '--text', '/dev/null'], 1, 'Enter at least one paragraph\n'],
])('organizer letter write refuses %j with exit code %i', async (group, code, message) => {
  using data = await dataWithLetter();
  const { status, stderr } = await data.write(...group);
  expect([status, stderr.replace(/^Using .*\n/u, '')]).toEqual([code, message]);
});

it.each([
  [['--next-workshop', '--state', 'waiting'], '--state <state>', '--next-workshop [slug]'],
  [['--workshop', content.workshops[0]!.slug, '--came', '--size', '150+ Units'], '--size <size...>', '--workshop <slug>'],
  [['--workshop', content.workshops[0]!.slug, '--missed', '--since', '2026-03-01'], '--since <day>', '--workshop <slug>'],
  [['--waitlist', retreatSlug, '--came'], '--came', '--waitlist <retreat>'],
  [['--next-workshop', '--missed'], '--missed', '--next-workshop [slug]'],
])('organizer letter write %j is wrong usage: the option belongs to another kind of group', async (group, option, kind) => {
  using data = await dataWithLetter();
  const { status, stderr } = await data.write(...group);
  expect([status, stderr]).toEqual([2, expect.stringContaining(`option '${option}' cannot be used with option '${kind}'`)]);
  expect((await data.letter('list')).stdout).toContain('There are no letters yet');
});

it('organizer letter change is wrong usage with an option that belongs to another kind of group', async () => {
  using data = await dataWithLetter();
  const { letter, write } = data;
  const id = /^Letter (\S+)$/mu.exec((await write('--waitlist', retreatSlug)).stdout)![1]!;
  const { status, stderr } = await letter('change', id, '--next-workshop', '--no-size');
  expect([status, stderr]).toEqual([2, expect.stringContaining("option '--no-size' cannot be used with option '--next-workshop [slug]'")]);
});

it('organizer letter write refuses an unknown size with the list of known sizes', async () => {
  using data = await dataWithLetter();
  const { status, stderr } = await data.write('--waitlist', retreatSlug, '--size', '3 Units');
  expect([status, stderr]).toEqual([2, expect.stringContaining('Allowed choices are Corporate Locations Only, 1-10 Units')]);
});

it('organizer letter show lists the ids that start with an ambiguous beginning, and accepts one in capitals', async () => {
  using data = await dataWithLetter();
  const { letter, write } = data;
  const ids: string[] = [];
  for (let count = 0; count < 2; count++) ids.push(/^Letter (\S+)$/mu.exec((await write('--waitlist', retreatSlug)).stdout)![1]!);
  const { status, stderr } = await letter('show', ids[0]!.slice(0, 6));
  const [message, ...named] = stderr.trimEnd().split('\n').slice(1);
  expect([status, message, named.toSorted()]).toEqual([
    1,
    `${ids[0]!.slice(0, 6)}: several ids start with this; type more of one of these:`,
    ids.toSorted(),
  ]);
  expect((await letter('show', ids[1]!.toUpperCase())).stdout).toContain(`Letter ${ids[1]}\n`);
  expect((await letter('show', 'ffff')).stderr).toMatch(/^ffff: no letter has this id; "organizer letter list" shows the ids$/mu);
});
