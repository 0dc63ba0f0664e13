import { expect, it } from 'vitest';
import { lapseInvitations } from './jobs.ts';
import { hoursBefore, startApp } from '../../test/support/app.ts';
import { joinWaitlist, submit } from '../../test/support/invitations.ts';
import { unlimited } from '../../test/support/proof.ts';
import { startSiteInProcess } from '../../test/support/http-app.ts';
import { secret } from '../../test/support/outboxes.ts';
import { startReceiver } from '../../test/support/webhook-receiver.ts';
import type { Received } from '../../test/support/webhook-receiver.ts';

/** The events about seats (docs/operating.md) that a webhook received for one entry. */
function events(received: Received[], entry: string): string[] {
  return received
    .map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: { entry?: string; answer?: string; state?: string } })
    .filter(({ data }) => data.entry === entry)
    .toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1))
    .map(({ type, data: { answer, state } }) => [type, answer, state].filter(Boolean).join(' '));
}

it('a webhook receives an event for a seat that is accepted, given back or withdrawn', async () => {
  await using receiver = await startReceiver();
  await using site = await startSiteInProcess({ ...unlimited, WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret });
  const expectEvents = async (entry: string, expected: string[]) => {
    await expect.poll(() => events(receiver.received, entry).length).toBe(expected.length);
    expect(events(receiver.received, entry)).toEqual(expected);
  };
  const leaves = await joinWaitlist(site);
  const status = await leaves.linkFrom(/./u, 'status');
  await submit(await leaves.invite(), { answer: 'accept' });
  for (const _ of ['once', 'twice']) await submit(status, { action: 'leave' });
  await expectEvents(leaves.id, ['invitation.answered accept accepted', 'entry.left cancelled']);

  const loses = await joinWaitlist(site);
  await loses.invite();
  expect((await site.organizer('retreat', 'revoke', loses.id)).status).toBe(0);
  await submit(await loses.invite(), { answer: 'accept' });
  expect((await site.organizer('retreat', 'revoke', loses.id)).status).toBe(0);
  await expectEvents(loses.id, ['invitation.revoked waiting', 'invitation.answered accept accepted', 'invitation.revoked cancelled']);
});

it('a webhook receives one event for an invitation that lapses', async () => {
  await using receiver = await startReceiver();
  const clock = { now: hoursBefore(1000) };
  await using app = await startApp('', { clock, env: { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret } });
  const { store, invitationSettings } = app;
  const { id } = await app.register({}, 'waitlist');
  const latestEnd = new Date(clock.now.getTime() + 60_000);
  await store.waitlist.invite(id, { note: '', latestEnd, overCapacity: false, by: 'organizer' }, invitationSettings, clock.now);
  clock.now = latestEnd;
  for (const _ of ['once', 'twice']) await lapseInvitations(store.waitlist, invitationSettings, clock.now);
  await app.deliveryWorkers.drain();
  expect(events(receiver.received, id)).toEqual(['invitation.lapsed lapsed']);
});
