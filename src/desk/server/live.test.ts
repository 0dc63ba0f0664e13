import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { registration } from '../../../test/support/desk.ts';
import { rawConnection } from '../../../test/support/raw-http.ts';
import { ownPage, startRemoteDesk } from '../../../test/support/remote-desk.ts';

/** Follows the desk's events as an open page does. Returns a function that returns what has arrived. */
async function follow(desk: Awaited<ReturnType<typeof startRemoteDesk>>): Promise<() => string> {
  await desk.app.listen({ host: '127.0.0.1', port: 0 });
  const cookie = await desk.signIn('Ada');
  const page = await rawConnection({ url: `http://127.0.0.1:${(desk.app.server.address() as AddressInfo).port}` });
  page.setEncoding('utf8').write(`GET /api/events HTTP/1.1\r\nHost: ${ownPage.host}\r\nCookie: ${cookie}\r\n\r\n`);
  let received = '';
  page.on('data', (text: string) => (received += text));
  await expect.poll(() => received).toContain('data:');
  return () => received;
}

it('a page that follows a desk that has just started learns of a change before the first poll', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const received = await follow(desk);
  expect(received()).toContain('"submissions":0');
  await desk.store.submissions.record(registration({}));
  await expect.poll(received).toMatch(/"submissions":0[^]*"submissions":[1-9]/u);
});

it('a page learns of the address of a video call that the command stores, changes or removes', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const received = await follow(desk);
  const changes = () => new Set(received().match(/"meetingLinks":\d+/gu)).size;
  // The first poll reports every subject, since the page may have loaded something before it.
  await expect.poll(changes).toBe(2);
  for (const [index, url] of ['https://meet.example/1', 'https://meet.example/2', undefined].entries()) {
    await desk.store.workshops.setMeetingLink('a-talk', url, new Date(index));
    await expect.poll(changes).toBe(index + 3);
  }
});
