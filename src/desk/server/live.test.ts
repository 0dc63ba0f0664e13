import { expect, it } from 'vitest';
import { registration } from '../../../test/support/desk.ts';
import { ownPage, startRemoteDesk } from '../../../test/support/remote-desk.ts';

it('a page that follows a desk that has just started learns of a change before the first poll', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const headers = { ...ownPage, cookie: await desk.signIn('Ada') };
  const events = await desk.app.inject({ url: '/api/events', headers, payloadAsStream: true });
  await desk.store.submissions.record(registration({}));
  let received = '';
  for await (const text of events.stream()) {
    received += String(text);
    if (/"submissions":[1-9]/u.test(received)) break;
  }
  expect(received).toMatch(/"submissions":0[^]*"submissions":[1-9]/u);
});
