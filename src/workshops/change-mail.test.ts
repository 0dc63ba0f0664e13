import { expect, it } from 'vitest';
import { minuteMs } from '../durations.ts';
import { content } from '../../test/support/forms.ts';
import { contentWith, hoursBefore, startApp } from '../../test/support/app.ts';
import { temporaryFolder } from '../../test/support/databases.ts';
import { calendarIn, startMailServer } from '../../test/support/mail-server.ts';

it('the email about a new time is sent once if the workshop moves again while the mail server is away', async () => {
  let isAway = false;
  await using mailServer = await startMailServer({
    onRcptTo: (_address, _session, done) => done(isAway ? Object.assign(new Error('later'), { responseCode: 451 }) : undefined),
  });
  using data = temporaryFolder();
  const clock = { now: hoursBefore(200) };
  const start = async (change: object) => {
    clock.now = new Date(clock.now.getTime() + 5 * minuteMs);
    await using app = await startApp(mailServer.url, { clock, content: contentWith(change), dataDir: data.folder });
    // The second time is a correction, which is a submission of its own.
    await app.register({ inf_field_Email: 'ada@example.com' });
    await app.tick();
  };
  const last = { at: '15:00', timeText: '3pm Central' };
  await start({});
  isAway = true;
  await start({ at: '14:00', timeText: '2pm Central' });
  await start(last);
  isAway = false;
  await start(last);
  const subject = `Please note the time: ${content.workshops[0]?.title}`;
  const calendars = mailServer.received.filter(({ mail }) => mail.subject === subject).map(calendarIn);
  expect(calendars).toEqual([expect.stringContaining('SEQUENCE:2\r')]);
});
