import { describe, expect, it } from 'vitest';
import { createPlanDeliveries } from './plan-deliveries.ts';
import { ProofSpent } from './repository.ts';
import { engines, temporaryStore } from '../../test/support/databases.ts';
import { recording } from '../../test/support/recording.ts';
import { content } from '../../test/support/forms.ts';

const everything = { organizerEmail: 'ada@example.com', providerForms: 'http://forms', providerApi: {}, webhook: {} };
/** Just before the digest of July 2. */
const now = () => new Date('2025-07-03T05:59:59Z');
const plan = createPlanDeliveries(everything, () => content, now);

const channels = (state: 'accepted' | 'held', of = plan) =>
  of({ formKind: 'workshop', state }).map(({ channel, kind }) => `${channel} ${kind}`);

it('an accepted submission is delivered to every configured channel, and a held one gets only its confirmation mail', () => {
  expect(channels('accepted')).toEqual([
    'mail registration',
    'mail organizer-note',
    'keap-form submission',
    'keap-api submission',
    'webhook submission.accepted',
  ]);
  expect(channels('held')).toEqual(['mail confirm-address']);
  expect(
    channels(
      'accepted',
      createPlanDeliveries({}, () => content, now),
    ),
  ).toEqual(['mail registration']);
});

it('a submission that is accepted after the digest of its day gets a separate note', () => {
  const daily = createPlanDeliveries(everything, () => ({ site: { ...content.site, organizerNotes: 'daily' } }), now);
  const kinds = (received?: string) =>
    daily({ formKind: 'waitlist', state: 'accepted', ...(received && { receivedAt: received }) }).map(({ kind }) => kind);
  expect(kinds()).not.toContain('organizer-note');
  expect(kinds('2025-07-02T05:00:00.000Z')).not.toContain('organizer-note');
  expect(kinds('2025-07-02T04:59:59.999Z')).toContain('organizer-note');
});

describe.each(engines)('deliveries over %s', (engine) => {
  it('are stored in one transaction with their submission', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    const proof = { signature: 'spent once', expiresAt: new Date(Date.now() + 60_000) };
    const planned = () => ({ ...recording(), proof, deliveries: plan({ formKind: 'workshop' as const, state: 'accepted' as const }) });
    const { id } = await store.submissions.record(planned());
    expect((await Array.fromAsync(store.outbox.list())).map(({ submissionId }) => submissionId)).toEqual(Array(5).fill(id));
    await expect(store.submissions.record(planned())).rejects.toThrow(ProofSpent);
    expect(await Array.fromAsync(store.outbox.list())).toHaveLength(5);
    expect(await Array.fromAsync(store.submissions.list({ superseded: true }))).toHaveLength(1);
  });
});
