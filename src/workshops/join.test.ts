import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOfWorkshop, startOfWorkshop } from '../content/workshop-schedule.ts';
import { readFunnel } from '../funnel/funnel.ts';
import { signedId } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import { contentWith, hoursBefore } from '../../test/support/app.ts';
import { engines, newDatabaseUrl, queryDatabase, temporaryFolder } from '../../test/support/databases.ts';
import type { EngineName } from '../../test/support/databases.ts';
import { eraseRows } from '../../test/support/erasing.ts';
import { answers, waitlist, workshop } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';
import { recording } from '../../test/support/recording.ts';
import { cheapProofs } from '../../test/support/proof.ts';

/** The address of the video call. The link in a founder's emails and calendar entries leads to it. */
const meeting = 'https://meet.example/j/98765?pwd=hidden-word';
// In the future: a proof of work cannot be made for a past that is over by the clock of this machine.
const upcoming = contentWith({ on: '2031-07-11' });
const talk = upcoming.workshops[0]!;
const minutesBefore = (minutes: number) => hoursBefore(minutes / 60, upcoming);
const secret = cheapProofs.SECRET;
/** Returns the lines of a calendar file as they were before they were folded (RFC 5545, 3.1). */
const unfolded = (text: string) => text.replaceAll(/\r?\n[ \t]/gu, '');

/** Starts the site with one registered founder. `path` is the address of the founder’s link in the email. */
async function startWithFounder(engine: EngineName = 'sqlite') {
  const temporary = temporaryFolder();
  const clock = { now: hoursBefore(200, upcoming) };
  const env = { DATABASE_URL: await newDatabaseUrl(engine, join(temporary.folder, 'data')) };
  const site = await startIntake(clock, env, upcoming);
  await site.postWithProof(workshop.id, answers());
  const [received] = await site.mails();
  const link = /https?:\/\/[^\s]+\/join\/[\w-]+/u.exec(received!.mail.text ?? '')![0];
  const [registration] = await site.submissions();
  return {
    ...site,
    clock,
    env,
    received: received!,
    path: new URL(link).pathname,
    id: registration!.id,
    open: (path: string, method: 'GET' | 'HEAD' = 'GET') => site.app.inject({ method, url: path }),
    attendance: () => queryDatabase(env.DATABASE_URL, 'SELECT submission_id, joined_at FROM attendance'),
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      temporary[Symbol.dispose]();
    },
  };
}

describe.each(engines)('the link to the video call over %s', (engine) => {
  it('leads from the email to the meeting while the call is open, and records the first press', async () => {
    await using site = await startWithFounder(engine);
    const { clock, path, id } = site;
    const see = async () => (await site.open(path)).body;

    clock.now = minutesBefore(16);
    expect(await see()).toContain('You’re early');
    expect((await site.send(path)).headers.location).toBe(path);
    clock.now = minutesBefore(15);
    expect(await see()).toContain('The call is about to open');
    expect((await site.send(path)).headers.location).toBe(path);
    await site.services.store.workshops.setMeetingLink(talk.slug, meeting, clock.now);
    const page = await site.open(path);
    expect(page.body).toMatch(/<form method="post">[^]*We begin at [^]*Join the call/u);
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https:");
    expect(await site.attendance()).toEqual([]);

    const pressed = await site.send(path);
    expect([pressed.statusCode, pressed.headers.location, pressed.headers['referrer-policy']]).toEqual([303, meeting, 'no-referrer']);
    const joinedAt = clock.now.toISOString();
    clock.now = startOfWorkshop(talk);
    expect(await see()).toContain('We began at ');
    expect((await site.send(path)).headers.location).toBe(meeting);
    expect(await site.attendance()).toEqual([{ submission_id: id, joined_at: joinedAt }]);

    // A change is live immediately: the email with the link stays as it is.
    await site.services.store.workshops.setMeetingLink(talk.slug, 'https://other.example/room', clock.now);
    expect((await site.send(path)).headers.location).toBe('https://other.example/room');

    clock.now = endOfWorkshop(talk);
    const over = await see();
    expect(over).toContain('This workshop is over');
    // The same page is for founders who came.
    expect(over).toContain('Thank you for signing up.');
    expect((await site.send(path)).headers.location).toBe(path);
    expect((await readFunnel(site.services.store.funnel, upcoming, talk.slug)).total.joined).toBe(1);
  });

  it('counts a founder who registered twice once, and deletes the press when the founder is erased', async () => {
    await using site = await startWithFounder(engine);
    const { clock, path, services } = site;
    const { person } = (await site.submissions())[0]!;
    clock.now = new Date(clock.now.getTime() + 3_600_000);
    await site.postWithProof(workshop.id, answers({ inf_field_Email: person.email }));
    const newest = (await site.submissions()).find(({ supersededBy }) => supersededBy === null)!;
    clock.now = startOfWorkshop(talk);
    await services.store.workshops.setMeetingLink(talk.slug, meeting, clock.now);
    for (const each of [path, paths.join(signedId(secret, 'join', newest.id))])
      expect((await site.send(each)).headers.location).toBe(meeting);
    expect((await site.attendance()).map((row) => row['submission_id'])).toEqual([newest.id]);
    expect(await services.store.people.find(person.email)).toMatchObject({ attendance: [{ submissionId: newest.id }] });
    await eraseRows(services.store, person.email, clock.now);
    expect(await site.attendance()).toEqual([]);
    expect((await site.open(path)).statusCode).toBe(410);
    expect((await site.send(path)).statusCode).toBe(410);
  });

  it('replaces what an organizer recorded by hand, for any registration of the founder, and is not removed by hand', async () => {
    await using site = await startWithFounder(engine);
    const { clock, path, id, services } = site;
    const { workshops, people, funnel } = services.store;
    const { person } = (await site.submissions())[0]!;
    clock.now = startOfWorkshop(talk);
    await workshops.setMeetingLink(talk.slug, meeting, clock.now);
    await workshops.recordAttendanceByHand(id, { organizer: 'Ada' }, clock.now);
    const byHand = { joinedAt: clock.now.toISOString(), actor: 'organizer', name: 'Ada' };
    expect(await workshops.findAttendance(id)).toEqual(byHand);
    expect((await readFunnel(funnel, upcoming, talk.slug)).total.joined).toBe(1);
    await expect(workshops.recordAttendanceByHand(id, 'organizer', clock.now)).rejects.toThrow('already recorded');

    clock.now = new Date(clock.now.getTime() + 60_000);
    await site.postWithProof(workshop.id, answers({ inf_field_Email: person.email }));
    const newest = (await site.submissions()).find(({ supersededBy }) => supersededBy === null)!;
    expect(await workshops.findAttendance(newest.id)).toEqual(byHand);
    await workshops.removeAttendanceByHand(newest.id, 'organizer', clock.now);
    expect(await workshops.findAttendance(id)).toBeNull();
    await workshops.recordAttendanceByHand(id, 'organizer', clock.now);
    expect(await people.find(person.email)).toMatchObject({ attendance: [{ submissionId: id, actor: 'organizer', name: null }] });
    clock.now = new Date(clock.now.getTime() + 60_000);
    expect((await site.send(path)).headers.location).toBe(meeting);
    const byLink = { joinedAt: clock.now.toISOString(), actor: 'founder', name: null };
    expect((await people.find(person.email)).attendance).toEqual([{ submissionId: newest.id, ...byLink }]);
    clock.now = new Date(clock.now.getTime() + 60_000);
    await site.postWithProof(workshop.id, answers({ inf_field_Email: person.email }));
    expect((await site.send(path)).headers.location).toBe(meeting);
    expect((await people.find(person.email)).attendance).toEqual([{ submissionId: newest.id, ...byLink }]);
    await expect(workshops.removeAttendanceByHand(id, 'organizer', clock.now)).rejects.toThrow('Nobody has recorded by hand');
    await eraseRows({ people }, person.email, clock.now);
    expect(await site.attendance()).toEqual([]);
    await expect(workshops.recordAttendanceByHand(id, 'organizer', clock.now)).rejects.toThrow('has been erased');
  });
});

it('the same link is in the email, in its calendar entry and in the calendar file of the early page', async () => {
  await using site = await startWithFounder();
  const { received, path } = site;
  const attached = received.mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')!;
  expect(unfolded(Buffer.from(attached.content as ArrayBuffer).toString())).toContain(path);
  expect(received.mail.html).toContain(path);
  const page = (await site.open(path)).body;
  const file = /href="([^"]+\.ics[^"]+)"/u.exec(page)![1]!.replaceAll('&amp;', '&');
  expect(unfolded((await site.open(file)).body)).toContain(path);
  expect((await site.open(paths.calendar(talk.slug))).body).not.toContain('/join/');
});

it('a scanner that opens every link of the email changes nothing', async () => {
  await using site = await startWithFounder();
  await site.services.store.workshops.setMeetingLink(talk.slug, meeting, site.clock.now);
  site.clock.now = startOfWorkshop(talk);
  const all = () => queryDatabase(site.env.DATABASE_URL, 'SELECT * FROM submissions');
  const before = await all();
  const links = [...(site.received.mail.text ?? '').matchAll(/https?:\/\/[^\s]+/gu)].map(([link]) => new URL(link));
  const own = links.filter(({ origin }) => origin === new URL(links.find(({ pathname }) => pathname === site.path)!).origin);
  expect(own.length).toBeGreaterThan(3);
  for (const { pathname, search } of own)
    for (const method of ['HEAD', 'GET'] as const) {
      const { body, statusCode } = await site.open(pathname + search, method);
      expect([pathname, statusCode < 400, body.includes('meet.example')]).toEqual([pathname, true, false]);
    }
  expect(await site.attendance()).toEqual([]);
  expect(await all()).toEqual(before);
});

it('every response is private, and contains no name', async () => {
  await using site = await startWithFounder();
  const { person } = (await site.submissions())[0]!;
  for (const at of [minutesBefore(60), minutesBefore(5), endOfWorkshop(talk)]) {
    site.clock.now = at;
    const { headers, body } = await site.open(site.path);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex' });
    for (const piece of [person.email, person.lastName]) expect(body).not.toContain(piece);
  }
});

it('the link of a cancelled workshop says so, leads nowhere, and mentions no email once the workshop is over', async () => {
  const clock = { now: startOfWorkshop(talk) };
  await using site = await startIntake(clock, {}, contentWith({ on: talk.on, cancelled: true }));
  await site.services.store.workshops.setMeetingLink(talk.slug, meeting, clock.now);
  const { submission, ...rest } = recording();
  const { id } = submission;
  await site.services.store.submissions.record({ ...rest, submission: { ...submission, form: { ...submission.form, id: workshop.id } } });
  const path = paths.join(signedId(secret, 'join', id));
  const see = async () => (await site.app.inject({ url: path })).body;
  expect(await see()).toMatch(/This workshop is cancelled[^]*We’ve emailed everyone/u);
  expect((await site.send(path)).headers.location).toBe(path);
  clock.now = endOfWorkshop(talk);
  expect(await see()).toMatch(/This workshop is cancelled[^]*It did not take place/u);
  expect(await see()).not.toContain('We’ve emailed everyone');
});

it.each(['GET', 'POST'] as const)('%s of a link that is forged, of another purpose or of another form finds nothing', async (method) => {
  await using site = await startWithFounder();
  site.clock.now = startOfWorkshop(talk);
  await site.services.store.workshops.setMeetingLink(talk.slug, meeting, site.clock.now);
  await site.postWithProof(waitlist.id, answers());
  const other = (await site.submissions()).find(({ formKind }) => formKind === 'waitlist')!;
  const statusOf = async (token: string) => (await site.app.inject({ method, url: paths.join(token) })).statusCode;
  expect(await statusOf('A'.repeat(43))).toBe(404);
  expect(await statusOf(signedId(secret, 'calendar', site.id))).toBe(404);
  expect(await statusOf(signedId(secret, 'join', other.id))).toBe(410);
});

it('a post from another site is refused', async () => {
  await using site = await startWithFounder();
  site.clock.now = startOfWorkshop(talk);
  await site.services.store.workshops.setMeetingLink(talk.slug, meeting, site.clock.now);
  const { statusCode } = await site.app.inject({ method: 'POST', url: site.path, headers: { origin: 'https://elsewhere.example' } });
  expect([statusCode, await site.attendance()]).toEqual([403, []]);
});
