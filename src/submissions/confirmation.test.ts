import { describe, expect, it } from 'vitest';
import { lockIfStored } from '../database/row-lock.ts';
import { ProofSpent } from './repository.ts';
import type { SubmissionToStore } from './repository.ts';
import type { NewDelivery } from '../outbox/enqueue.ts';
import type { Store } from '../app/open-store.ts';
import { untilBlocked } from '../../test/support/blocked.ts';
import { engineOver } from '../../test/support/race-engine.ts';
import { recording } from '../../test/support/recording.ts';
import { engines, temporaryStore } from '../../test/support/databases.ts';

const at = (hours: number) => new Date(Date.UTC(2026, 10, 1, 12) + hours * 3_600_000);
const person = (name: string) => ({ inf_field_Email: `${name}@example.com`, inf_field_Company: name });
const proof = (signature: string) => ({ signature, expiresAt: at(1) });
const asksToConfirm = (): NewDelivery[] => [{ channel: 'mail', kind: 'confirm-address' }];
const nextDeliveries = (): NewDelivery[] => [{ channel: 'webhook', kind: 'submission.accepted' }];
const retreatOf = ({ retreat }: { retreat: string }) => retreat;
const byOrganizer = { planDeliveries: nextDeliveries, retreatOf: () => '', by: 'organizer' as const };

/** Returns a submission without a proof: held, with a link. */
function held(values: Record<string, string>, hash: string, hours = 0): SubmissionToStore {
  return {
    ...recording(values, { receivedAt: at(hours) }),
    state: 'held',
    deliveries: asksToConfirm(),
    linkHash: hash,
  };
}

const kinds = async (store: Store) => (await Array.fromAsync(store.outbox.list())).map(({ kind }) => kind).toSorted();
const currentStates = async (store: Store) => (await Array.fromAsync(store.submissions.list())).map(({ id, state }) => [id, state]);

describe.each(engines)('submissions over %s', (engine) => {
  it('spend a proof once, even for fifty simultaneous posts, of which the others are not stored', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    const posts = Array.from({ length: 50 }, (_, number) =>
      store.submissions.record({ ...recording(person(String(number))), deliveries: nextDeliveries(), proof: proof('one') }),
    );
    const results = await Promise.allSettled(posts);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refused).toHaveLength(49);
    for (const reason of refused) expect(reason).toBeInstanceOf(ProofSpent);
    expect(await Array.fromAsync(store.submissions.list({ superseded: true }))).toHaveLength(1);
    expect(await Array.fromAsync(store.outbox.list())).toHaveLength(1);
    await store.submissions.record({ ...recording(), proof: proof('another') });
    await expect(store.submissions.record({ ...recording(), proof: proof('another') })).rejects.toThrow(ProofSpent);
  });

  it('get one confirmation link per form and address until the cooldown ends', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    for (const [hash, hours] of Object.entries({ first: 0, second: 12, third: 23.99 }))
      await store.submissions.record(held(person('a'), hash, hours));
    expect(await kinds(store)).toEqual(['confirm-address']);
    expect((await store.submissions.findConfirmation('second', at(12.1))).kind).toBe('unknown');
    await store.submissions.record(held(person('b'), 'of another person', 12));
    await store.submissions.record({ ...held(person('a'), 'of another form', 12), ...sentToWaitlist(person('a'), 12) });
    await store.submissions.record(held(person('a'), 'fourth', 24));
    expect(await kinds(store)).toEqual(Array(4).fill('confirm-address'));
    expect((await store.submissions.findConfirmation('fourth', at(24))).kind).toBe('ready');
  });

  it('that are held simultaneously for one address get one link, and one of them is current', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await Promise.all(Array.from({ length: 20 }, (_, number) => store.submissions.record(held(person('a'), `link ${number}`))));
    expect(await kinds(store)).toEqual(['confirm-address']);
    expect(await currentStates(store)).toHaveLength(1);
  });

  it('are confirmed once: the one behind the link is accepted, in one transaction with its deliveries', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    const first = await store.submissions.record(held(person('a'), 'link'));
    const newer = await store.submissions.record(held({ ...person('a'), inf_field_Company: 'newer' }, 'none', 0.1));
    const waiting = await store.submissions.record({ ...held(person('a'), 'other link', 0.2), ...sentToWaitlist(person('a'), 0.2) });
    expect(await store.submissions.findConfirmation('link', at(1))).toMatchObject({
      kind: 'ready',
      submission: { id: first.id },
      versions: [{ id: first.id }, { id: newer.id }],
    });
    const results = await Promise.all(
      Array.from({ length: 10 }, () => store.submissions.confirm('link', { planDeliveries: nextDeliveries, retreatOf }, at(1))),
    );
    expect(results.map(({ kind }) => kind).toSorted()).toEqual([...Array<string>(9).fill('already-handled'), 'confirmed']);
    expect(await currentStates(store)).toEqual([
      [waiting.id, 'held'],
      [newer.id, 'held'],
      [first.id, 'accepted'],
    ]);
    expect(await kinds(store)).toEqual(['confirm-address', 'confirm-address', 'submission.accepted']);
    expect((await store.submissions.findConfirmation('link', at(1))).kind).toBe('already-handled');
  });

  it('are confirmed as the version that is chosen, and not at all for a version of another address or form', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    const first = await store.submissions.record(held(person('a'), 'link'));
    await store.submissions.record(held(person('a'), 'none', 0.05));
    const newer = await store.submissions.record(held({ ...person('a'), inf_field_Company: 'newer' }, 'none', 0.1));
    const { versions } = (await store.submissions.findConfirmation('link', at(1))) as { versions: { id: string }[] };
    expect(versions.map(({ id }) => id)).toEqual([first.id, newer.id]);
    const other = await store.submissions.record(held(person('b'), 'link of another person'));
    const waiting = await store.submissions.record({
      ...held(person('a'), 'link of another form', 0.2),
      ...sentToWaitlist(person('a'), 0.2),
    });
    for (const chosen of [other.id, waiting.id, 'nothing'])
      expect((await store.submissions.confirm('link', { planDeliveries: nextDeliveries, chosen, retreatOf }, at(1))).kind).toBe('ready');
    expect((await currentStates(store)).map(([, state]) => state)).toEqual(Array(3).fill('held'));
    expect(await store.submissions.confirm('link', { planDeliveries: nextDeliveries, chosen: newer.id, retreatOf }, at(1))).toMatchObject({
      kind: 'confirmed',
      submission: { id: newer.id },
    });
    expect(await currentStates(store)).toContainEqual([newer.id, 'accepted']);
  });

  it('that are held replace an older accepted one when they are confirmed', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await store.submissions.record({ ...recording(person('a'), { receivedAt: at(-1) }) });
    const later = await store.submissions.record(held(person('a'), 'link'));
    expect(await currentStates(store)).toHaveLength(2);
    await store.submissions.confirm('link', { planDeliveries: nextDeliveries, retreatOf }, at(1));
    expect(await currentStates(store)).toEqual([[later.id, 'accepted']]);
  });

  it('that are held do not replace a newer accepted one when they are confirmed', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await store.submissions.record(held(person('a'), 'link'));
    const newer = await store.submissions.record(recording(person('a'), { receivedAt: at(0.5) }));
    const before = await kinds(store);
    expect((await store.submissions.confirm('link', { planDeliveries: nextDeliveries, retreatOf }, at(1))).kind).toBe('confirmed');
    expect(await currentStates(store)).toEqual([[newer.id, 'accepted']]);
    expect(await kinds(store)).toEqual(before);
    expect((await store.submissions.confirm('link', { planDeliveries: nextDeliveries, retreatOf }, at(1))).kind).toBe('already-handled');
  });

  it('that are held beside a confirmed version are confirmed by a link that the organizer sends again', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    const older = await store.submissions.record(held(person('a'), 'first link'));
    const newer = await store.submissions.record(held({ ...person('a'), inf_field_Company: 'newer' }, 'link', 26));
    await store.submissions.confirm('link', { planDeliveries: () => [], chosen: older.id, retreatOf }, at(27));
    expect(await currentStates(store)).toEqual([
      [newer.id, 'held'],
      [older.id, 'accepted'],
    ]);
    for (const { id } of await store.outbox.lease({ channel: 'mail', limit: 9, now: at(27), leaseMs: 1, spacingMs: 0 }))
      await store.outbox.recordOutcomes([{ id, outcome: 'delivered', at: at(27) }], at(27));
    await store.submissions.resendFormMail(newer.id, 'link', at(28));
    expect(await store.submissions.confirm('link', { planDeliveries: nextDeliveries, retreatOf }, at(29))).toMatchObject({
      kind: 'confirmed',
      submission: { id: newer.id },
    });
    expect(await currentStates(store)).toEqual([[newer.id, 'accepted']]);
  });

  it('that are held again after a confirmation get another link without waiting for the cooldown', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await store.submissions.record(held(person('a'), 'link'));
    await store.submissions.confirm('link', { planDeliveries: () => [], retreatOf }, at(0.1));
    const again = await store.submissions.record(held(person('a'), 'second link', 0.2));
    expect(await store.submissions.confirm('second link', { planDeliveries: () => [], retreatOf }, at(0.3))).toMatchObject({
      kind: 'confirmed',
      submission: { id: again.id },
    });
  });

  it('are not confirmed by an unknown or expired link', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await store.submissions.record(held(person('a'), 'link'));
    for (const useLink of [
      store.submissions.findConfirmation,
      (hash: string, now: Date) => store.submissions.confirm(hash, { planDeliveries: nextDeliveries, retreatOf }, now),
    ]) {
      expect(await useLink('no link', at(1))).toEqual({ kind: 'unknown' });
      expect(await useLink('link', at(168))).toEqual({ kind: 'expired' });
    }
    expect(await currentStates(store)).toEqual([[expect.any(String), 'held']]);
    expect(await kinds(store)).toEqual(['confirm-address']);
  });

  it('that are quarantined replace nothing and are not delivered until they are released', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    const before = await store.submissions.record(recording(person('a'), { receivedAt: at(0) }));
    const quarantined = await store.submissions.record({ ...recording(person('a'), { receivedAt: at(1) }), state: 'quarantined' });
    expect(await currentStates(store)).toEqual([
      [quarantined.id, 'quarantined'],
      [before.id, 'accepted'],
    ]);
    expect(await store.submissions.release(before.id, byOrganizer, at(2))).toBeUndefined();
    const released = await Promise.all([1, 2, 3].map(() => store.submissions.release(quarantined.id, byOrganizer, at(2))));
    expect(released.filter(Boolean)).toMatchObject([{ id: quarantined.id, state: 'accepted' }]);
    expect(await currentStates(store)).toEqual([[quarantined.id, 'accepted']]);
    expect(await kinds(store)).toEqual(['submission.accepted']);
  });

  it('that are quarantined do not replace a newer accepted one when they are released', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    const quarantined = await store.submissions.record({ ...recording(person('a'), { receivedAt: at(0) }), state: 'quarantined' });
    const newer = await store.submissions.record(recording(person('a'), { receivedAt: at(1) }));
    expect(await store.submissions.release(quarantined.id, byOrganizer, at(2))).toMatchObject({
      id: quarantined.id,
      supersededBy: newer.id,
    });
    expect(await currentStates(store)).toEqual([[newer.id, 'accepted']]);
    expect(await kinds(store)).toEqual([]);
  });
});

it('a version that two links confirm at the same moment over PostgreSQL is accepted once, with its deliveries', async () => {
  await using temporary = await temporaryStore('postgres');
  const { store, databaseUrl } = temporary;
  const older = await store.submissions.record(held(person('a'), 'first link'));
  const newer = await store.submissions.record(held({ ...person('a'), inf_field_Company: 'newer' }, 'second link', 26));
  const before = await kinds(store);
  const { engine, close } = await engineOver(databaseUrl);
  const confirm = (link: string) =>
    store.submissions.confirm(link, { planDeliveries: nextDeliveries, chosen: newer.id, retreatOf }, at(27));
  const confirmed = await engine.transact(async (db) => {
    await lockIfStored(db, 'submissions', newer.id);
    const own = confirm('second link');
    await untilBlocked(databaseUrl);
    const other = confirm('first link');
    await untilBlocked(databaseUrl, 2);
    return [own, other];
  });
  expect(await Promise.all(confirmed)).toMatchObject([{ kind: 'confirmed' }, { kind: 'ready', versions: [{ id: older.id }] }]);
  expect(await kinds(store)).toEqual([...before, 'submission.accepted']);
  await close();
});

function sentToWaitlist(values: Record<string, string>, hours: number) {
  const { submission } = recording(values, { form: 'waitlist', receivedAt: at(hours) });
  return { submission };
}
