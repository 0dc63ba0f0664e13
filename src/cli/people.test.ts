import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { answers, listed, post, waitlist, workshop } from '../../test/support/forms.ts';
import { unlimited, withProof } from '../../test/support/proof.ts';
import { cleanEnv, root, startSite } from '../../test/support/site.ts';
import type { Site } from '../../test/support/site.ts';

const person = {
  inf_field_FirstName: 'Perpetua',
  inf_field_LastName: 'Quillfeather',
  inf_field_Email: 'perpetua.quillfeather@example.com',
  inf_field_Company: 'Quillfeather & Daughters',
  inf_field_Phone1: '(512) 555-0177',
  inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions: 'How does Quillfeather find its first reporter?',
};

/** A site at which one person sent both forms, the first of them twice, with all of her mails written. */
async function siteWithPerson() {
  const site = await startSite({
    env: {
      ...unlimited,
      ORGANIZER_EMAIL: 'organizer@example.com',
      WEBHOOK_URL: 'http://127.0.0.1:9/',
      WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
    },
  });
  for (const form of [workshop, workshop, waitlist]) {
    const { inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions: question, ...shared } = person;
    const typed = form.kind === 'workshop' ? { ...shared, inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions: question } : shared;
    await post(site, form.id, await withProof(site, answers(typed)));
  }
  await expect.poll(() => deliveriesOf(site).filter(({ channel, state }) => channel === 'mail' && state === 'due')).toEqual([]);
  return site;
}

interface Listed {
  id: string;
  submissionId: string | null;
  channel: string;
  state: string;
  attempts: number;
  nextAttemptAt: string;
  lastError: string | null;
}

const deliveriesOf = (site: Site, ...args: string[]) =>
  JSON.parse(site.organizer('deliveries', 'list', '--json', ...args).stdout) as Listed[];

/** Everything below a folder, as bytes read one to a character. */
function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name + readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

describe('person', () => {
  it('exports everything that is held on one address, in any case', async () => {
    await using site = await siteWithPerson();
    const { status, stdout } = site.organizer('person', 'export', person.inf_field_Email.toUpperCase());
    expect(status).toBe(0);
    const held = JSON.parse(stdout) as { submissions: { formId: string; supersededBy: string | null }[]; deliveries: Listed[] };
    expect(held.submissions.map(({ formId, supersededBy }) => [formId, supersededBy === null])).toEqual([
      [workshop.id, false],
      [workshop.id, true],
      [waitlist.id, true],
    ]);
    expect(held.deliveries.length).toBeGreaterThanOrEqual(6);
  });

  it('erases her from every file, while the site runs, and leaves everybody else', async () => {
    await using site = await siteWithPerson();
    const other = answers();
    await post(site, workshop.id, await withProof(site, other));
    expect(everythingIn(site.dataDir)).toContain('Quillfeather');
    const { status, stdout } = site.organizer('person', 'erase', '--yes', person.inf_field_Email);
    expect([status, stdout]).toEqual([0, expect.stringContaining('erased, 3 submissions')]);

    const left = everythingIn(site.dataDir);
    for (const piece of ['Quillfeather', 'quillfeather', 'Perpetua', '555-0177']) expect(left).not.toContain(piece);
    // Letters in threes, as the index for searching holds them.
    expect(left).not.toContain('llfea');
    expect(listed(site).map(({ fields }) => fields['inf_field_Email'])).toEqual([other['inf_field_Email']]);
    expect(deliveriesOf(site, '--channel', 'webhook').some(({ submissionId }) => submissionId === null)).toBe(true);
    expect(site.organizer('person', 'erase', '--yes', person.inf_field_Email)).toMatchObject({ status: 1 });
  });

  it('asks first, and takes only yes for yes', async () => {
    await using site = await siteWithPerson();
    const asked = (input: string) =>
      spawnSync(join(root, 'bin/organizer'), ['person', 'erase', person.inf_field_Email], {
        env: cleanEnv({ DATA_DIR: site.dataDir }),
        input,
        encoding: 'utf8',
      });
    expect(asked('')).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was erased') as string });
    expect(asked('no\n')).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was erased') as string });
    expect(listed(site)).toHaveLength(2);
    expect(asked('yes\n')).toMatchObject({ status: 0 });
    expect(listed(site)).toEqual([]);
  });
});

describe('deliveries', () => {
  it('are listed with why they are not there, and retried when asked', async () => {
    await using site = await siteWithPerson();
    const [webhook] = deliveriesOf(site, '--channel', 'webhook', '--limit', '1');
    expect(webhook).toMatchObject({ state: 'due', channel: 'webhook', lastError: expect.any(String) as string });
    expect(Date.parse(webhook!.nextAttemptAt)).toBeGreaterThan(0);
    expect(site.organizer('deliveries', 'retry', '--all')).toMatchObject({ status: 1, stderr: 'Nothing is parked\n' });
    expect(site.organizer('deliveries', 'retry', webhook!.id)).toMatchObject({ status: 1 });
    expect(site.organizer('deliveries', 'retry')).toMatchObject({ status: 2 });
  });
});

it('release lets a quarantined submission count as new, with everything that follows', async () => {
  await using site = await startSite({ env: unlimited });
  const typed = answers();
  const answer = await post(site, workshop.id, { ...(await withProof(site, typed)), leave_this_empty: 'http://robot.example' });
  expect(answer.headers.get('location')).toBe(`/app/form/${workshop.id}/received`);
  const [kept] = listed(site, '--state', 'quarantined');
  expect(kept?.fields).toEqual(typed);
  expect(deliveriesOf(site)).toEqual([]);

  expect(site.organizer('submissions', 'release', kept!.id.slice(0, 18))).toMatchObject({ status: 0 });
  expect(listed(site, '--state', 'quarantined')).toEqual([]);
  expect(listed(site)).toMatchObject([{ id: kept!.id, state: 'accepted' }]);
  await expect.poll(() => deliveriesOf(site).map(({ channel, state }) => [channel, state])).toEqual([['mail', 'delivered']]);
  expect(site.organizer('submissions', 'release', kept!.id)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is accepted, not quarantined') as string,
  });
});

it('questions are the speaker’s run sheet: who asks, alike questions together', async () => {
  await using site = await startSite({ env: unlimited });
  const wire = 'inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions';
  const asked = ['How do I pitch a local reporter?', 'What should our royalties pay for?', 'Which reporter should I pitch first?', ''];
  for (const question of asked) await post(site, workshop.id, await withProof(site, answers({ [wire]: question })));
  const { status, stdout } = site.organizer('questions', '--json');
  expect(status).toBe(0);
  const sheet = JSON.parse(stdout) as { registered: number; groups: { question: string; brand: string; systemSize: string }[][] };
  expect(sheet.registered).toBe(4);
  expect(sheet.groups.map((group) => group.map(({ question }) => question))).toEqual([[asked[0], asked[2]], [asked[1]]]);
  const printed = site.organizer('questions').stdout;
  expect(printed).toContain('4 founders registered, 3 questions');
  expect(printed).toContain(`[ ] ${asked[0]}\n    Ottoline Vane, Vane & Daughters, 11-25 Units`);
  expect(site.organizer('questions', 'no-such-workshop')).toMatchObject({ status: 1 });
});
