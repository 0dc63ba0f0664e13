import { describe, expect, it } from 'vitest';
import { contentWith, hoursBefore, startApp } from '../../test/support/app.ts';
import { calendarIn, startMailServer } from '../../test/support/mail-server.ts';
import type { MailServer } from '../../test/support/mail-server.ts';

const sent = ({ received: letters }: MailServer) => letters.filter(({ mail }) => mail.subject?.endsWith('begins soon')).length;

/** The words and the path of the link of each reminder's button. */
const buttons = ({ received: letters }: MailServer) =>
  letters
    .filter(({ mail }) => mail.subject?.endsWith('begins soon'))
    .map(({ mail }) => /^(Add it to your calendar|Join the call):\n(\S+)/mu.exec(mail.text ?? ''))
    .map((found) => [found?.[1], new URL(found?.[2] ?? '').pathname.split('/', 2).join('/')]);

async function begun(hours: number, options: Partial<Parameters<typeof startApp>[1]> = {}) {
  const clock = { now: hoursBefore(hours) };
  const mailServer = await startMailServer();
  const app = await startApp(mailServer.url, { clock, ...options });
  const at = async (before: number) => {
    clock.now = hoursBefore(before);
    await app.tick();
    return sent(mailServer);
  };
  return {
    clock,
    mailServer: mailServer,
    app: app,
    at,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await mailServer[Symbol.asyncDispose]();
    },
  };
}

it('reminders are sent 24 hours and one hour before, once each', async () => {
  await using test = await begun(30);
  const { email } = await test.app.register();
  expect([await test.at(24.1), await test.at(24), await test.at(23), await test.at(1.1), await test.at(1), await test.at(0.5)]).toEqual([
    0, 1, 1, 1, 2, 2,
  ]);
  expect([await test.at(0), await test.at(-1)]).toEqual([2, 2]);
  const reminder = test.mailServer.received.at(-1);
  expect(reminder?.to).toEqual([email]);
  expect(reminder?.mail.text).toContain('10am Central');
  expect(reminder?.mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click');
});

describe('the button of a reminder', () => {
  it('adds the workshop to a calendar a day before, and opens the call an hour before', async () => {
    await using test = await begun(30);
    await test.app.register();
    for (const hours of [24, 1]) await test.at(hours);
    expect(buttons(test.mailServer)).toEqual([
      ['Add it to your calendar', '/speaker-series'],
      ['Join the call', '/join'],
    ]);
    const [, last] = test.mailServer.received.filter(({ mail }) => mail.subject?.endsWith('begins soon'));
    expect(last?.mail.html).not.toContain('calendar.google.com');
    expect(last?.mail.text?.match(/\/join\//gu)).toHaveLength(1);
    expect(calendarIn(last!)).toContain('/join/');
  });

  it('adds the workshop to a calendar in each reminder of a site whose content has no words for the other button', async () => {
    const own = contentWith({});
    const { joinButton: _, ...reminder } = own.emails.reminder;
    await using test = await begun(30, { content: { ...own, emails: { ...own.emails, reminder } } });
    await test.app.register();
    await test.at(1);
    expect(buttons(test.mailServer)).toEqual([['Add it to your calendar', '/speaker-series']]);
  });
});

it('reminders are sent once by two workers over one database', async () => {
  await using one = await begun(30);
  await using other = await startApp(one.mailServer.url, { clock: one.clock, dataDir: one.app.dataDir });
  for (let person = 0; person < 20; person++) await one.app.register();
  await one.app.tick();
  one.clock.now = hoursBefore(24);
  await Promise.all([one.app.tick(), other.tick(), one.app.tick(), other.tick()]);
  expect(sent(one.mailServer)).toBe(20);
  expect(new Set(one.mailServer.received.flatMap(({ to }) => to)).size).toBe(20);
});

it('only the last reminder is sent if the mail server is away until it is due', async () => {
  let isAway = false;
  await using mailServer = await startMailServer({
    onRcptTo: (_address, _session, done) => done(isAway ? Object.assign(new Error('later'), { responseCode: 451 }) : undefined),
  });
  const clock = { now: hoursBefore(30) };
  await using app = await startApp(mailServer.url, { clock });
  await app.register();
  await app.tick();
  isAway = true;
  for (const hours of [24, 1]) {
    clock.now = hoursBefore(hours);
    await app.tick();
  }
  isAway = false;
  clock.now = hoursBefore(0.4);
  await app.tick();
  expect(sent(mailServer)).toBe(1);
});

it('a workshop has as many reminders as its file lists', async () => {
  await using none = await begun(30, { content: contentWith({ reminders: [] }) });
  await none.app.register();
  expect([await none.at(24), await none.at(1)]).toEqual([0, 0]);
  await using own = await begun(80, { content: contentWith({ reminders: [72, 0.5] }) });
  await own.app.register();
  expect([await own.at(72), await own.at(24), await own.at(1), await own.at(0.5)]).toEqual([1, 1, 1, 2]);
});

it('only the last reminder is sent after a late start', async () => {
  await using test = await begun(30);
  await test.app.register();
  expect(await test.at(0.4)).toBe(1);
  expect(await test.at(0.3)).toBe(1);
});

it('no reminder is sent after the start, not even one that was waiting', async () => {
  let refusing = true;
  const clock = { now: hoursBefore(1) };
  await using mailServer = await startMailServer({
    onRcptTo: (_address, _session, done) => done(refusing ? Object.assign(new Error('later'), { responseCode: 451 }) : undefined),
  });
  await using app = await startApp(mailServer.url, { clock });
  await app.register();
  await app.tick();
  refusing = false;
  clock.now = hoursBefore(-0.01);
  await app.tick();
  expect(mailServer.received.map(({ mail }) => mail.subject)).toEqual([expect.stringMatching(/^Your spot/u)]);
  const kept = await Array.fromAsync(app.store.outbox.list());
  expect(kept.find(({ kind }) => kind === 'reminder')).toMatchObject({ state: 'delivered', lastError: 'not sent: the workshop had begun' });
});

it('a founder who unsubscribed gets no reminders, but gets an email about a change', async () => {
  await using test = await begun(30);
  const { id, email } = await test.app.register();
  await test.app.store.people.suppress(email, 'reminders', id, test.clock.now);
  expect([await test.at(24), await test.at(1)]).toEqual([0, 0]);
  await test.app.close();
  await using moved = await startApp(test.mailServer.url, {
    clock: test.clock,
    dataDir: test.app.dataDir,
    content: contentWith({ at: '12:00' }),
  });
  await moved.tick();
  expect(test.mailServer.received.at(-1)?.mail.subject).toMatch(/^Please note the time/u);
});

it('a founder who asked for reminders again gets those that are still to come', async () => {
  await using test = await begun(30);
  const { id, email } = await test.app.register();
  await test.app.store.people.suppress(email, 'reminders', id, test.clock.now);
  expect(await test.at(24)).toBe(0);
  await test.app.store.people.endSuppression(email, 'reminders');
  expect([await test.at(23), await test.at(1)]).toEqual([0, 1]);
});

it('reminders follow a workshop that moved, and stop for a cancelled one', async () => {
  await using test = await begun(30);
  await test.app.register();
  expect(await test.at(24)).toBe(1);
  await test.app.close();
  {
    const content = contentWith({ on: '2025-07-18', dateText: 'Friday, July 18th' });
    await using moved = await startApp(test.mailServer.url, { clock: test.clock, dataDir: test.app.dataDir, content });
    test.clock.now = hoursBefore(1);
    await moved.tick();
    expect(sent(test.mailServer)).toBe(1);
    test.clock.now = hoursBefore(24, content);
    await moved.tick();
    expect(sent(test.mailServer)).toBe(2);
  }
  const off = contentWith({ on: '2025-07-18', dateText: 'Friday, July 18th', cancelled: true });
  await using cancelled = await startApp(test.mailServer.url, { clock: test.clock, dataDir: test.app.dataDir, content: off });
  test.clock.now = hoursBefore(1, off);
  await cancelled.tick();
  expect(sent(test.mailServer)).toBe(2);
});
