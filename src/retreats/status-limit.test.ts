import { expect, it } from 'vitest';
import { startHttpApp } from '../../test/support/http-app.ts';
import { recording } from '../../test/support/recording.ts';
import { signedId } from '../link-tokens.ts';
import { paths } from '../paths.ts';

it('a post to the status page from a client beyond its limit is refused before it changes anything, and within the limit shows what was stored', async () => {
  const clock = { now: new Date('2026-03-01T15:00:00Z') };
  await using site = await startHttpApp(clock, { RATE_LIMIT_PER_MINUTE: '1' });
  const { store, secret } = site.services;
  const { id } = await store.submissions.record(recording({}, { form: 'waitlist', receivedAt: clock.now }));
  const url = paths.status(signedId(secret, 'status', id));
  const stateOf = async () => (await store.waitlist.findBySubmission(id))?.state;
  const leave = (remoteAddress: string) =>
    site.app.inject({
      method: 'POST',
      url,
      payload: 'action=leave',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      remoteAddress,
    });
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 100)
    statuses.push((await site.app.inject({ url, remoteAddress: '198.51.100.1' })).statusCode);
  expect([(await leave('198.51.100.1')).statusCode, await stateOf()]).toEqual([429, 'waiting']);

  const left = await leave('198.51.100.2');
  expect([left.statusCode, await stateOf()]).toEqual([200, 'withdrawn']);
  expect(left.body).toContain('You’ve left the list');
});
