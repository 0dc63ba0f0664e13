import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openStore } from '../app/open-store.ts';
import { mailFile, mailFolder, removeMailFiles } from '../mail/file-transport.ts';
import { eraseRows } from '../../test/support/erasing.ts';
import { answers, post, waitlist, workshop } from '../../test/support/forms.ts';
import { linkIn, news, startLetters, takeBackWindowMs } from '../../test/support/letters.ts';
import { cheapProofs, unlimited, withProof } from '../../test/support/proof.ts';
import { organizer } from '../../test/support/organizer.ts';
import { everythingIn } from '../../test/support/stored-text.ts';
import { startSiteInProcess } from '../../test/support/http-app.ts';
import type { SiteInProcess } from '../../test/support/http-app.ts';

const person = {
  inf_field_FirstName: 'Perpetua',
  inf_field_LastName: 'Quillfeather',
  inf_field_Email: 'perpetua.quillfeather@example.com',
  inf_field_Company: 'Quillfeather & Daughters',
  inf_field_Phone1: '(512) 555-0177',
  inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions: 'How does Quillfeather find its first reporter?',
};

const webhook = { WEBHOOK_URL: 'http://127.0.0.1:9/', WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}` };

/** Starts a site to which one person has sent both forms, the workshop form twice, and waits for the person’s emails. */
async function siteWithPerson() {
  const site = await startSiteInProcess({ ...unlimited, ORGANIZER_EMAIL: 'organizer@example.com', ...webhook });
  for (const form of [workshop, workshop, waitlist]) {
    const { inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions: question, ...shared } = person;
    const typed = form.kind === 'workshop' ? { ...shared, inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions: question } : shared;
    await post(site, form.id, await withProof(site, answers(typed)));
  }
  // The emails of the second registration wait, so that nobody is flooded with emails.
  await expect
    .poll(async () => (await deliveriesOf(site)).filter(({ channel, state }) => channel === 'mail' && state === 'delivered'))
    .toHaveLength(4);
  return site;
}

interface ListedDelivery {
  id: string;
  submissionId: string | null;
  channel: string;
  state: string;
  attempts: number;
  nextAttemptAt: string;
  lastError: string | null;
}

/** Runs the command with the settings of a running site. */
const call = (
  site: SiteInProcess,
  args: string[],
  { input = '', settings = {} }: { input?: string; settings?: Record<string, string> } = {},
) => organizer(args, { DATA_DIR: site.dataDir, SITE_URL: site.url, ...settings }, { input });

async function json<Shape>(site: SiteInProcess, ...args: string[]): Promise<Shape> {
  return JSON.parse((await call(site, [...args, '--json'])).stdout) as Shape;
}

const deliveriesOf = (site: SiteInProcess, ...args: string[]) => json<ListedDelivery[]>(site, 'deliveries', 'list', ...args);
const submissionsOf = (site: SiteInProcess, ...args: string[]) =>
  json<{ id: string; state: string; fields: Record<string, string> }[]>(site, 'submissions', 'list', ...args);

describe('person', () => {
  it('exports everything that is stored about an address, in any case', async () => {
    await using site = await siteWithPerson();
    const { status, stdout } = await call(site, ['person', 'export', person.inf_field_Email.toUpperCase()]);
    expect(status).toBe(0);
    const held = JSON.parse(stdout) as { submissions: { formId: string; supersededBy: string | null }[]; deliveries: ListedDelivery[] };
    expect(held.submissions.map(({ formId, supersededBy }) => [formId, supersededBy === null])).toEqual([
      [workshop.id, false],
      [workshop.id, true],
      [waitlist.id, true],
    ]);
    expect(held.deliveries.length).toBeGreaterThanOrEqual(6);
  });

  it('exports the letters to an address and the end of them, which outlives everything else', async () => {
    await using site = await startLetters();
    await site.register('ada', 'waitlist');
    await site.send60(await site.letters.write(news, 'organizer', site.clock.now));
    const [letter] = await site.mailsTo('ada');
    await site.send(linkIn(letter, '/unsubscribe/letters/'));
    const run = (...args: string[]) =>
      organizer(['person', ...args, 'ada@example.com'], { DATABASE_URL: site.databaseUrl, DATA_DIR: site.dataDir, ...cheapProofs });
    const exported = async () => JSON.parse((await run('export')).stdout) as object;
    const letterOptOut = { since: site.clock.now.toISOString() };
    const sentAt = new Date(site.clock.now.getTime() - takeBackWindowMs).toISOString();
    expect(await exported()).toMatchObject({ letters: [{ subject: news.subject, sentAt }], letterOptOut });
    expect(await run('erase', '--yes')).toMatchObject({ status: 0 });
    expect(await exported()).toMatchObject({ submissions: [], letters: [], letterOptOut });
    expect(await run('erase', '--yes')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('only the unsubscription from letters') as string,
    });
  });

  it('erases only this person, from every file, while the site runs', async () => {
    await using site = await siteWithPerson();
    const other = answers();
    await post(site, workshop.id, await withProof(site, other));
    expect(everythingIn(site.dataDir)).toContain('Quillfeather');
    const { status, stdout } = await call(site, ['person', 'erase', '--yes', person.inf_field_Email], { settings: webhook });
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/erased, 3 submissions\..* so does your provider if the site forwards sign-ups\./u),
    ]);

    const left = everythingIn(site.dataDir);
    for (const piece of ['Quillfeather', 'quillfeather', 'Perpetua', '555-0177']) expect(left).not.toContain(piece);
    // The trigrams that the search index contains.
    expect(left).not.toContain('llfea');
    expect((await submissionsOf(site)).map(({ fields }) => fields['inf_field_Email'])).toEqual([other['inf_field_Email']]);
    expect((await deliveriesOf(site, '--channel', 'webhook')).some(({ submissionId }) => submissionId === null)).toBe(true);
    expect(await call(site, ['person', 'erase', '--yes', person.inf_field_Email])).toMatchObject({ status: 1 });
  });

  it('erases the rest when it is run again after it was ended in between', async () => {
    await using site = await siteWithPerson();
    const erase = () => call(site, ['person', 'erase', '--yes', person.inf_field_Email]);
    // A folder in the place of an email ends the command there.
    const { id } = (await deliveriesOf(site, '--channel', 'mail'))[0]!;
    const mail = mailFile(mailFolder(site.dataDir), id);
    rmSync(mail);
    mkdirSync(mail);
    // A kill leaves an email that was being written.
    writeFileSync(join(mailFolder(site.dataDir), `.${id}.part`), 'Dear Mrs. Quillfeather');
    expect(await erase()).toMatchObject({ status: 1, stderr: expect.stringContaining(`${mail} cannot be removed`) as string });
    rmSync(mail, { recursive: true });
    expect(await erase()).toMatchObject({ status: 0, stdout: expect.stringContaining('erased, 3 submissions') as string });
    expect(everythingIn(site.dataDir)).not.toContain('Quillfeather');
  });

  it('removes what was erased by a run that was ended before it was overwritten', async () => {
    await using site = await siteWithPerson();
    await using store = await openStore(`file:${join(site.dataDir, 'founder-house.db')}`);
    await eraseRows(store, person.inf_field_Email, new Date(), (ids) => removeMailFiles(site.dataDir, ids));
    expect(everythingIn(site.dataDir)).toContain('Quillfeather');
    expect(await call(site, ['person', 'erase', '--yes', person.inf_field_Email])).toMatchObject({ status: 1 });
    expect(everythingIn(site.dataDir)).not.toContain('Quillfeather');
  });

  it('says what to do about erased data that another process keeps in the write-ahead log', async () => {
    await using site = await siteWithPerson();
    using reader = new DatabaseSync(join(site.dataDir, 'founder-house.db'));
    reader.exec('BEGIN; SELECT id FROM submissions');
    const { status, stdout } = await call(site, ['person', 'erase', '--yes', person.inf_field_Email]);
    expect([status, stdout]).toEqual([0, expect.stringContaining('founder-house.db-wal, because something else was reading')]);
    expect(everythingIn(site.dataDir)).toContain('Quillfeather');
    reader.exec('COMMIT');
    expect(await call(site, ['erase-expired'])).toMatchObject({ status: 0 });
    expect(everythingIn(site.dataDir)).not.toContain('Quillfeather');
  });

  it('asks before erasing, and erases only after "yes"', async () => {
    await using site = await siteWithPerson();
    const asked = (input: string) => call(site, ['person', 'erase', person.inf_field_Email], { input });
    expect(await asked('')).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was erased') as string });
    expect(await asked('no\n')).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was erased') as string });
    expect(await submissionsOf(site)).toHaveLength(2);
    expect(await asked('yes\n')).toMatchObject({ status: 0 });
    expect(await submissionsOf(site)).toEqual([]);
  });
});

describe('deliveries', () => {
  it('are listed with their problem, and retried on request', async () => {
    await using site = await siteWithPerson();
    const [delivery] = await deliveriesOf(site, '--channel', 'webhook', '--limit', '1');
    expect(delivery).toMatchObject({ state: 'due', channel: 'webhook', lastError: expect.any(String) as string });
    expect(Date.parse(delivery!.nextAttemptAt)).toBeGreaterThan(0);
    expect(await call(site, ['deliveries', 'retry', delivery!.id])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('1 delivery') as string,
    });
    expect(await call(site, ['deliveries', 'retry'])).toMatchObject({ status: 2 });
  });
});

it('submissions release accepts a quarantined submission and enqueues its deliveries', async () => {
  await using site = await startSiteInProcess(unlimited);
  const typed = answers();
  const answer = await post(site, workshop.id, { ...(await withProof(site, typed)), leave_this_empty: 'http://robot.example' });
  expect(answer.headers.get('location')).toBe(`/app/form/${workshop.id}/received`);
  const [kept] = await submissionsOf(site, '--state', 'quarantined');
  expect(kept?.fields).toEqual(typed);
  expect(await deliveriesOf(site)).toEqual([]);

  expect(await call(site, ['submissions', 'release', kept!.id.slice(0, 18)])).toMatchObject({ status: 0 });
  expect(await submissionsOf(site, '--state', 'quarantined')).toEqual([]);
  expect(await submissionsOf(site)).toMatchObject([{ id: kept!.id, state: 'accepted' }]);
  await expect.poll(async () => (await deliveriesOf(site)).map(({ channel, state }) => [channel, state])).toEqual([['mail', 'delivered']]);
  expect(await call(site, ['submissions', 'release', kept!.id])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is not marked as possible spam: it is confirmed.') as string,
  });
});

it('submissions release says that the newer answers stay current if the founder has sent the form again', async () => {
  await using site = await startSiteInProcess(unlimited);
  const typed = answers();
  await post(site, workshop.id, { ...(await withProof(site, typed)), leave_this_empty: 'http://robot.example' });
  await post(site, workshop.id, await withProof(site, typed));
  const [kept] = await submissionsOf(site, '--state', 'quarantined');
  expect(await call(site, ['submissions', 'release', kept!.id])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`again, and the newer answers stay current`) as string,
  });
});

it('questions prints the speaker’s run sheet: each question with its sender, similar questions together', async () => {
  await using site = await startSiteInProcess(unlimited);
  const wire = 'inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions';
  const asked = [
    'How do I pitch a local reporter?',
    'What should our royalties pay for?',
    'Which reporter should I pitch first?',
    '',
    'how do I pitch a local  reporter',
  ];
  for (const question of asked) await post(site, workshop.id, await withProof(site, answers({ [wire]: question })));
  const { status, stdout } = await call(site, ['questions', '--json']);
  expect(status).toBe(0);
  const sheet = JSON.parse(stdout) as { registered: number; groups: { question: string; brand: string; systemSize: string }[][] };
  expect(sheet.registered).toBe(5);
  expect(sheet.groups.map((group) => group.map(({ question }) => question))).toEqual([[asked[0], asked[2], asked[4]], [asked[1]]]);
  const printed = (await call(site, ['questions'])).stdout;
  expect(printed).toMatch(/^Relationships That Power Your Brand, Friday, July 11th, 2025, .*\n5 founders registered, 4 questions\n/u);
  const asker = '    Ottoline Vane, Vane & Daughters, 11-25 Units\n';
  expect(printed).toContain(`[ ] ${asked[0]} ×2\n${asker}${asker}[ ] ${asked[2]}\n${asker}`);
  expect(await call(site, ['questions', 'no-such-workshop'])).toMatchObject({ status: 1 });
});
