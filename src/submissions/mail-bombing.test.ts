import { describe, expect, it } from 'vitest';
import { answers, waitlist, workshop } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';
import { readQueryPlan } from '../../test/support/query-plan.ts';

const email = 'ottoline@example.com';
const organizer = 'organizer@example.com';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Starts the site with an organizer, and returns it with a function that lets time pass. */
async function start(now = new Date()) {
  const clock = { now };
  const site = await startIntake(clock, { ORGANIZER_EMAIL: organizer });
  const countTo = async (address: string) => (await site.mails()).filter(({ to }) => to[0] === address).length;
  return { ...site, countTo, pass: (ms: number) => (clock.now = new Date(clock.now.getTime() + ms)) };
}

describe('attack: email bombing', () => {
  it('24 posts with valid proofs for one address cause two emails in a day, to the founder and to the organizer each', async () => {
    await using site = await start();
    for (let sent = 0; sent < 24; sent += 1) {
      await site.postWithProof(workshop.id, answers({ inf_field_Email: email, inf_field_FirstName: `Name${'x'.repeat(sent)}` }));
      site.pass(3000);
      await site.mails();
    }
    site.pass(minuteMs);
    await site.mails();
    for (let sent = 0; sent < 5; sent += 1) await site.postWithProof(workshop.id, answers({ inf_field_Email: email }));
    site.pass(dayMs - 4 * minuteMs);
    expect([await site.countTo(email), await site.countTo(organizer)]).toEqual([2, 2]);
    site.pass(5 * minuteMs);
    await site.postWithProof(workshop.id, answers({ inf_field_Email: email }));
    expect(await site.countTo(email)).toBe(3);
  });

  it('the second email of a day is about the newest answers, and calls them to the organizer what they are', async () => {
    await using site = await start();
    for (const brand of ['First', 'Second', 'Third', 'Fourth'])
      await site.postWithProof(waitlist.id, answers({ inf_field_Email: email, inf_field_FirstName: brand, inf_field_Company: brand }));
    await site.mails();
    site.pass(3 * minuteMs);
    const mails = await site.mails();
    const toOrganizer = mails.filter(({ to }) => to[0] === organizer).map(({ mail }) => [mail.subject, mail.text]);
    expect(toOrganizer).toEqual([
      [expect.stringMatching(/^New sign-up: /u), expect.stringContaining('First has just signed up')],
      [expect.stringMatching(/^Updated answers: /u), expect.stringContaining('Fourth has sent the form again')],
    ]);
    const texts = mails.map(({ to, mail }) => [to[0], /First|Second|Third|Fourth/u.exec(mail.text ?? '')?.[0]]);
    expect(texts.toSorted()).toEqual([
      [organizer, 'First'],
      [organizer, 'Fourth'],
      [email, 'First'],
      [email, 'Fourth'],
    ]);
  });

  it('no statement of repeated posts for one address and of their confirmation reads a whole table', async () => {
    await using site = await start();
    const plan = await readQueryPlan(`file:${site.dataDir}/founder-house.db`, async () => {
      for (let sent = 0; sent < 3; sent += 1) await site.postWithProof(waitlist.id, answers({ inf_field_Email: email }));
      for (let sent = 0; sent < 3; sent += 1) await site.post(workshop.id, answers({ inf_field_Email: email }));
      const link = (await site.mails()).map(({ mail }) => /\/confirm\/[\w-]+/u.exec(mail.text ?? '')?.[0]).find(Boolean) ?? '';
      expect((await site.send(link)).statusCode).toBe(200);
    });
    const steps = plan.map((step) => /^(?:SCAN|SEARCH) \w+/u.exec(step)?.[0] ?? '');
    expect(steps).toContain('SEARCH submissions');
    expect(steps.filter((step) => /^SCAN (?:submissions|deliveries|entries|entry_history|tokens|quiet_periods)/u.test(step))).toEqual([]);
  });

  it('the other form and another address get their own mails', async () => {
    await using site = await start();
    for (let sent = 0; sent < 3; sent += 1) {
      await site.postWithProof(workshop.id, answers({ inf_field_Email: email }));
      await site.postWithProof(waitlist.id, answers({ inf_field_Email: email }));
    }
    await site.postWithProof(workshop.id, answers({ inf_field_Email: 'maren@example.com' }));
    site.pass(3 * minuteMs);
    expect([await site.countTo(email), await site.countTo('maren@example.com')]).toEqual([4, 1]);
  });

  it('posts without a proof after two emails cause no third one, and a pressed confirmation allows emails again', async () => {
    await using site = await start();
    await site.post(workshop.id, answers({ inf_field_Email: email }));
    const [asked] = await site.mails();
    await site.send(/\/confirm\/[\w-]+/u.exec(asked?.mail.text ?? '')?.[0] ?? '');
    expect(await site.countTo(email)).toBe(2);
    for (let sent = 0; sent < 3; sent += 1) await site.postWithProof(workshop.id, answers({ inf_field_Email: email }));
    site.pass(3 * minuteMs);
    expect(await site.countTo(email)).toBe(4);
    await site.post(workshop.id, answers({ inf_field_Email: email }));
    site.pass(3 * minuteMs);
    expect(await site.countTo(email)).toBe(4);
  });

  it('hundreds of addresses within an hour cause a hundred notes to the organizer and one digest, and a sign-up of an earlier hour that is confirmed among them has its own note', async () => {
    await using site = await start(new Date(Math.ceil(Date.now() / (60 * minuteMs)) * 60 * minuteMs));
    await site.post(workshop.id, answers({ inf_field_Email: email, inf_field_LastName: 'Confirmed later.' }));
    const [asked] = await site.mails();
    site.pass(60 * minuteMs);
    for (let sent = 0; sent < 110; sent += 1) await site.postWithProof(waitlist.id, answers({ inf_field_LastName: `Number ${sent}.` }));
    await site.send(/\/confirm\/[\w-]+/u.exec(asked?.mail.text ?? '')?.[0] ?? '');
    site.pass(61 * minuteMs);
    const notes = (await site.mails()).filter(({ to }) => to[0] === organizer).map(({ mail }) => mail);
    const isOfEarlierHour = ({ text = '' }: (typeof notes)[number]) => text.includes('Confirmed later.');
    expect(notes.filter((note) => isOfEarlierHour(note))).toHaveLength(1);
    const ofThisHour = notes.filter((note) => !isOfEarlierHour(note));
    expect(ofThisHour).toHaveLength(101);
    const digest = ofThisHour.find(({ text = '' }) => text.includes('Number 0.') && text.includes('Number 109.'));
    expect(digest?.subject).toMatch(/^Sign-ups and answers on /u);
  });

  it.each([
    'Visit https://evil.example',
    'evil.example',
    'You won $500',
    'Call 512 555 0134',
    'Claim (now)!',
    'a'.repeat(41),
    'Ada\u2028Bank alert',
  ])('a first name that looks like none (%j) is in no email to the address that was typed', async (firstName) => {
    await using site = await start();
    const typed = { inf_field_LastName: 'CanaryLast', inf_field_Company: 'CanaryBrand', inf_field_Phone1: '+1 987 654 3210' };
    await site.postWithProof(waitlist.id, answers({ ...typed, inf_field_Email: email, inf_field_FirstName: firstName }));
    await site.post(workshop.id, answers({ ...typed, inf_field_Email: email, inf_field_FirstName: firstName }));
    const mails = (await site.mails()).filter(({ to }) => to[0] === email).map(({ mail }) => `${mail.subject} ${mail.text} ${mail.html}`);
    expect(mails).toHaveLength(2);
    for (const mail of mails) for (const canary of [firstName, 'Canary', '987 654']) expect(mail).not.toContain(canary);
  });

  it.each(['Ottoline', 'Zoë', "O'Neil", 'Anne-Marie', 'J. R.', 'मीरा', '美咲'])(
    'a first name (%s) is used in the greeting',
    async (firstName) => {
      await using site = await start();
      await site.postWithProof(waitlist.id, answers({ inf_field_Email: email, inf_field_FirstName: firstName }));
      const mail = (await site.mails()).find(({ to }) => to[0] === email);
      expect(mail?.mail.text).toContain(`Hello ${firstName},`);
    },
  );
});
