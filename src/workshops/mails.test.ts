import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { minuteMs } from '../durations.ts';
import { endOfWorkshop } from '../content/workshop-schedule.ts';
import { paths } from '../paths.ts';
import { answers, content, post, workshop } from '../../test/support/forms.ts';
import { contentWith, hoursBefore, startApp } from '../../test/support/app.ts';
import { startLetters, talk } from '../../test/support/letters.ts';
import { linkIn, mailTo } from '../../test/support/mails.ts';
import { calendarIn, startMailServer } from '../../test/support/mail-server.ts';
import type { ReceivedMail, MailServer } from '../../test/support/mail-server.ts';
import { startSiteInProcess } from '../../test/support/http-app.ts';

/** The emails about a workshop whose file changed between two starts of the site. */
let mailServer: MailServer;
let dataDir: string;
/** Whether the mail server is unavailable. */
let isRefusing = false;
const clock = { now: hoursBefore(0) };
beforeEach(async () => {
  isRefusing = false;
  mailServer = await startMailServer({
    onRcptTo: (_address, _session, done) => done(isRefusing ? Object.assign(new Error('later'), { responseCode: 451 }) : undefined),
  });
  dataDir = mkdtempSync(join(tmpdir(), 'founder-house-'));
  clock.now = hoursBefore(200);
});
afterEach(async () => {
  await mailServer[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});

/** Starts the app again with a changed file; returns the new emails. */
async function start(change: Partial<WorkshopContent>, { registering = 0, workers = 1, typed = {} } = {}): Promise<ReceivedMail[]> {
  const before = mailServer.received.length;
  const apps = await Promise.all(
    Array.from({ length: workers }, () => startApp(mailServer.url, { clock, content: contentWith(change), dataDir })),
  );
  const [app] = apps as [(typeof apps)[0]];
  for (let person = 0; person < registering; person++) await app.register(typed);
  await Promise.all(apps.map((each) => each.tick()));
  for (const each of apps) await each.close();
  return mailServer.received.slice(before);
}

const calendarOf = (letter: ReceivedMail | undefined) => {
  const text = calendarIn(letter as ReceivedMail);
  const line = (name: string) => new RegExp(`^${name}:(.*)\r$`, 'mu').exec(text)?.[1];
  return { method: line('METHOD'), status: line('STATUS'), uid: line('UID'), sequence: Number(line('SEQUENCE')), start: line('DTSTART') };
};

it('a new time is emailed once to everyone, with the next version of the calendar entry', async () => {
  const [registered] = await start({}, { registering: 3 });
  const moved = await start({ at: '14:00', timeText: '2pm Central' }, { workers: 2 });
  expect(moved.map(({ mail }) => mail.subject)).toEqual(Array(3).fill(`Please note the time: ${content.workshops[0]?.title}`));
  expect(new Set(moved.flatMap(({ to }) => to)).size).toBe(3);
  expect(moved[0]?.mail.text).toContain('2pm Central (UTC-05:00), 1 hour\n');
  expect(calendarOf(registered)).toMatchObject({ sequence: 0, start: '20250711T150000Z' });
  expect(calendarOf(moved[0])).toEqual({ ...calendarOf(registered), sequence: 1, start: '20250711T190000Z' });
  expect(await start({ at: '14:00', timeText: '2pm Central' })).toEqual([]);
});

/** Whether an email says that the answers were replaced, and what to do if somebody else did it. */
const isTold = (letter: ReceivedMail | undefined) => /replace what you told us before.*If this wasn’t you/su.test(letter?.mail.text ?? '');

it('a founder whose form is sent again, which anybody can do, learns that the answers were replaced', async () => {
  const typed = { inf_field_Email: 'ada@example.com' };
  const [first] = await start({}, { registering: 1, typed });
  await start({}, { registering: 1, typed });
  clock.now = new Date(clock.now.getTime() + 3 * minuteMs);
  const [again] = await start({});
  expect([first, again].map((letter) => letter?.mail.subject)).toEqual(
    Array(2).fill(`Your spot is reserved: ${content.workshops[0]?.title}`),
  );
  expect([first, again].map(isTold)).toEqual([false, true]);
});

it('a changed text makes a new version of the calendar entry and no mail', async () => {
  await start({}, { registering: 1 });
  expect(await start({ description: 'Other words' })).toEqual([]);
  const [later] = await start({ description: 'Other words' }, { registering: 1 });
  expect(calendarOf(later).sequence).toBe(1);
});

it('a cancellation is emailed once and removes the calendar entry, and a reversed cancellation is emailed too', async () => {
  const [registered] = await start({}, { registering: 1 });
  const [cancelled, ...others] = await start({ cancelled: true });
  expect([cancelled?.mail.subject, others]).toEqual([`Cancelled: ${content.workshops[0]?.title}`, []]);
  expect(calendarOf(cancelled)).toEqual({ ...calendarOf(registered), method: 'CANCEL', status: 'CANCELLED', sequence: 1 });
  expect(cancelled?.raw).toContain('method=CANCEL');
  expect(cancelled?.mail.text).not.toMatch(/calendar:|No reminders|How to join/u);
  expect(await start({ cancelled: true })).toEqual([]);
  const [again] = await start({});
  expect(calendarOf(again)).toEqual({ ...calendarOf(registered), sequence: 2 });
});

it('a founder who confirms after the cancellation gets its email as well', async () => {
  await start({}, { registering: 1 });
  await start({ cancelled: true });
  clock.now = new Date(clock.now.getTime() + 60_000);
  const told = await start({ cancelled: true }, { registering: 1 });
  expect(told.map(({ mail }) => mail.subject)).toEqual([`Cancelled: ${content.workshops[0]?.title}`]);
});

it('a founder who confirms after the cancellation gets its email even if the file changes again before it leaves', async () => {
  await start({}, { registering: 1 });
  await start({ cancelled: true });
  clock.now = new Date(clock.now.getTime() + minuteMs);
  isRefusing = true;
  await start({ cancelled: true }, { registering: 1 });
  isRefusing = false;
  clock.now = new Date(clock.now.getTime() + minuteMs);
  const told = await start({ cancelled: true, description: 'Other words' });
  expect(told.map(({ mail }) => mail.subject)).toEqual([`Cancelled: ${content.workshops[0]?.title}`]);
});

it('a founder whose first emails were still waiting when the workshop was cancelled gets only the email about the cancellation', async () => {
  isRefusing = true;
  // The second time is a correction, which has an email of its own.
  for (let times = 0; times < 2; times += 1) await start({}, { registering: 1, typed: { inf_field_Email: 'ada@example.com' } });
  isRefusing = false;
  clock.now = new Date(clock.now.getTime() + minuteMs);
  const told = await start({ cancelled: true });
  expect(told.map(({ mail }) => mail.subject)).toEqual([`Cancelled: ${content.workshops[0]?.title}`]);
});

it.each([
  ['a new time', { at: '14:00', timeText: '2pm Central' }, 'Please note the time'],
  ['a cancellation', { cancelled: true }, 'Cancelled'],
])('%s is emailed by the process that has read it, not by one that still has the old file', async (_change, change, subject) => {
  await using old = await startApp(mailServer.url, { clock, content: contentWith({}), dataDir });
  await old.register();
  await old.tick();
  await using updated = await startApp(mailServer.url, { clock, content: contentWith(change), dataDir });
  const before = mailServer.received.length;
  clock.now = new Date(clock.now.getTime() + 1000);
  await old.register();
  await old.tick();
  expect(mailServer.received.length).toBe(before);
  clock.now = new Date(clock.now.getTime() + minuteMs);
  await updated.tick();
  const subjects = mailServer.received.slice(before).map(({ mail }) => mail.subject);
  expect(subjects.filter((each) => each?.startsWith(subject))).not.toEqual([]);
  expect(subjects.length).toBe(2);
});

it('after the cancellation, the confirmation page and the note to the organizer say so, and mention no reserved spot and no earlier mail', async () => {
  const typed = answers();
  const url = 'http://founderhouse.example';
  const env = { SITE_URL: url, ORGANIZER_EMAIL: 'organizer@example.com' };
  let link: string;
  {
    await using site = await startSiteInProcess(env, { dataDir });
    await post(site, workshop.id, typed);
    const [mail] = await mailTo(site, typed['inf_field_Email'] as string);
    link = new URL(linkIn(mail!, { url })).pathname;
  }
  await using site = await startSiteInProcess(env, { dataDir, content: contentWith({ cancelled: true }) });
  const page = await (await fetch(site.url + link, { method: 'POST', body: new URLSearchParams() })).text();
  expect(page).toContain('Your email address is confirmed.');
  expect(page).toContain('This workshop is cancelled');
  expect(page).toContain('We’ll write to you when registration opens for the next one.');
  expect(page).not.toContain(content.workshops[0]?.form.received.heading);
  expect(page).not.toContain('We’ve emailed everyone');
  const [note] = await mailTo(site, env.ORGANIZER_EMAIL);
  expect([note?.subject, note?.text]).toEqual(Array(2).fill(expect.stringContaining(`${workshop.name} (cancelled)`)));
});

it('a cancellation after the start is emailed until the end', async () => {
  await start({}, { registering: 1 });
  clock.now = hoursBefore(-0.5);
  const [cancelled, ...others] = await start({ cancelled: true });
  expect([cancelled?.mail.subject, others]).toEqual([`Cancelled: ${content.workshops[0]?.title}`, []]);
  expect(calendarOf(cancelled).method).toBe('CANCEL');
});

it('no spot is reserved by an email that leaves only after the end, and a founder who registers then learns that the workshop is over', async () => {
  const turn = { afterwards: 'turn' as const };
  isRefusing = true;
  clock.now = hoursBefore(0.1);
  expect(await start(turn, { registering: 1 })).toEqual([]);
  isRefusing = false;
  clock.now = hoursBefore(-2);
  const mails = await start(turn, { registering: 1 });
  expect(mails.map(({ mail }) => mail.subject)).toEqual([`This workshop is over: ${content.workshops[0]?.title}`]);
});

it('a cancellation is not emailed after the end, not even one that was waiting', async () => {
  await start({}, { registering: 1 });
  isRefusing = true;
  clock.now = hoursBefore(0.1);
  expect(await start({ cancelled: true }, { registering: 1 })).toEqual([]);
  isRefusing = false;
  clock.now = hoursBefore(-2);
  expect((await start({ cancelled: true })).map(({ mail }) => mail.subject)).toEqual([]);
});

it('a change of a workshop that is over is not emailed', async () => {
  await start({}, { registering: 1 });
  clock.now = hoursBefore(-1);
  expect(await start({ cancelled: true })).toEqual([]);
  expect(await start({ at: '11:00', timeText: '11am Central' })).toEqual([]);
});

it('the calendar file of the site changes at the next start', async () => {
  const slug = content.workshops[0]?.slug as string;
  const fetched = async (change: Partial<WorkshopContent>) => {
    await using site = await startSiteInProcess({ SITE_URL: 'https://founderhouse.example' }, { dataDir, content: contentWith(change) });
    return (await fetch(site.url + paths.calendar(slug))).text();
  };
  const later = { at: '11:00', timeText: '11am Central' };
  const first = await fetched({});
  const unchanged = await fetched({});
  const second = await fetched(later);
  const third = await fetched({ ...later, cancelled: true });
  expect(unchanged).toBe(first);
  expect([first, second, third].map((text) => /SEQUENCE:(\d+)/u.exec(text)?.[1])).toEqual(['0', '1', '2']);
  expect(new Set([first, second, third].map((text) => /UID:(.*)/u.exec(text)?.[1]))).toEqual(new Set([`${slug}@founderhouse.example`]));
  expect([second, third].map((text) => /DTSTART:(.*)\r/u.exec(text)?.[1])).toEqual(['20250711T160000Z', '20250711T160000Z']);
  expect([first, second, third].map((text) => /METHOD:(.*)\r/u.exec(text)?.[1])).toEqual(['PUBLISH', 'PUBLISH', 'CANCEL']);
});

it('the email about a registration, and the letter after the workshop, invite only founders to the waitlist who are not on it', async () => {
  await using site = await startLetters();
  const { callToAction } = content.retreats[0]!.facts;
  const invites = async (email: string) => {
    await site.signUp(workshop.id, email);
    const mail = (await site.mails()).findLast(
      ({ to, mail: { subject } }) => to[0] === email && subject?.startsWith('Your spot is reserved'),
    );
    return mail?.mail.text?.includes(callToAction);
  };
  await site.signUp(content.retreats[0]!.facts.waitlist.formId, 'ada@example.com');
  expect([await invites('ada@example.com'), await invites('bea@example.com')]).toEqual([false, true]);
  site.clock.now = endOfWorkshop(talk);
  const [, missed] = await site.letters.beginAfterWorkshop(talk.slug, 'organizer', site.clock.now);
  await site.send60(missed!);
  const letters = [await site.mailsTo('ada'), await site.mailsTo('bea')].map((mails) => mails.at(-1)!.mail);
  expect(letters.map(({ subject, text }) => [subject, text?.includes(callToAction)])).toEqual([
    [`We missed you at ${talk.title}`, false],
    [`We missed you at ${talk.title}`, true],
  ]);
});
