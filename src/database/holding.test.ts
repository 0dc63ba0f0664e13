import { describe, expect, it } from 'vitest';
import { ProofSpent } from '../submissions/repository.ts';
import type { Recording } from '../submissions/repository.ts';
import type { NewDelivery } from '../outbox/repository.ts';
import type { Store } from '../app/open-store.ts';
import { recording } from '../../test/support/recording.ts';
import { engines, temporaryStore } from '../../test/support/databases.ts';

const at = (hours: number) => new Date(Date.UTC(2026, 10, 1, 12) + hours * 3_600_000);
const person = (name: string) => ({ inf_field_Email: `${name}@example.com`, inf_field_Company: name });
const proof = (signature: string) => ({ signature, expiresAt: at(1) });
const follows = (): NewDelivery[] => [{ channel: 'relay', kind: 'registration' }];

/** A post without a proof: held, with a link that lives a week and keeps others quiet for an hour. */
function held(values: Record<string, string>, hash: string, hours = 0): Recording {
  return {
    ...recording(values, { receivedAt: at(hours) }),
    state: 'held',
    deliveries: [{ channel: 'mail', kind: 'confirm-address' }],
    link: { hash, expiresAt: at(hours + 168), cooldownUntil: at(hours + 1) },
  };
}

const kinds = async (store: Store) => (await Array.fromAsync(store.outbox.list())).map(({ kind }) => kind).toSorted();
const standing = async (store: Store) => (await Array.fromAsync(store.submissions.list())).map(({ id, state }) => [id, state]);

describe.each(engines)('over %s', (engine) => {
  it('takes a proof once, of fifty posts at the same moment too, and stores nothing of the others', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    const posts = Array.from({ length: 50 }, (_, number) =>
      store.submissions.record({ ...recording(person(String(number))), deliveries: follows(), proof: proof('one') }),
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

  it('sends one link an hour to an address, whichever form it is held for', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    for (const [hash, hours] of Object.entries({ first: 0, second: 0.5, third: 0.99 }))
      await store.submissions.record(held(person('a'), hash, hours));
    expect(await kinds(store)).toEqual(['confirm-address']);
    expect((await store.submissions.findConfirmable('second', at(0.6))).kind).toBe('unknown');
    await store.submissions.record(held(person('b'), 'of another person', 0.5));
    await store.submissions.record(held(person('a'), 'fourth', 1));
    expect(await kinds(store)).toEqual(Array(3).fill('confirm-address'));
    expect((await store.submissions.findConfirmable('fourth', at(1))).kind).toBe('ready');
  });

  it('sends one link to an address that is held from many tabs at the same moment, and lets one of them stand', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await Promise.all(Array.from({ length: 20 }, (_, number) => store.submissions.record(held(person('a'), `link ${number}`))));
    expect(await kinds(store)).toEqual(['confirm-address']);
    expect(await standing(store)).toHaveLength(1);
  });

  it('confirms once: then the newest answers of each form count, and what follows is written down with that', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await store.submissions.record(held(person('a'), 'link'));
    const newer = await store.submissions.record(held({ ...person('a'), inf_field_Company: 'newer' }, 'none', 0.1));
    const waiting = await store.submissions.record({ ...held(person('a'), 'none', 0.2), ...sentToWaitlist(person('a'), 0.2) });
    expect(await store.submissions.findConfirmable('link', at(1))).toMatchObject({
      kind: 'ready',
      submissions: [{ id: newer.id }, { id: waiting.id }],
    });
    expect(await standing(store)).toEqual([
      [waiting.id, 'held'],
      [newer.id, 'held'],
    ]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => store.submissions.confirm('link', at(1), follows)));
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual([...Array<string>(9).fill('already'), 'confirmed']);
    expect(await standing(store)).toEqual([
      [waiting.id, 'accepted'],
      [newer.id, 'accepted'],
    ]);
    expect(await kinds(store)).toEqual(['confirm-address', 'registration', 'registration']);
    expect((await store.submissions.findConfirmable('link', at(1))).kind).toBe('already');
  });

  it('lets a held one, once it is confirmed, take the place of what was accepted before', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await store.submissions.record({ ...recording(person('a'), { receivedAt: at(-1) }) });
    const later = await store.submissions.record(held(person('a'), 'link'));
    expect(await standing(store)).toHaveLength(2);
    await store.submissions.confirm('link', at(1), follows);
    expect(await standing(store)).toEqual([[later.id, 'accepted']]);
  });

  it('lets a held one, once it is confirmed, give way to newer answers that were accepted meanwhile', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await store.submissions.record(held(person('a'), 'link'));
    const newer = await store.submissions.record(recording(person('a'), { receivedAt: at(0.5) }));
    const before = await kinds(store);
    expect((await store.submissions.confirm('link', at(1), follows)).kind).toBe('confirmed');
    expect(await standing(store)).toEqual([[newer.id, 'accepted']]);
    expect(await kinds(store)).toEqual(before);
    expect((await store.submissions.confirm('link', at(1), follows)).kind).toBe('already');
  });

  it('writes to an address again that was just confirmed and is held once more', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await store.submissions.record(held(person('a'), 'link'));
    await store.submissions.confirm('link', at(0.1), () => []);
    const again = await store.submissions.record(held(person('a'), 'second link', 0.2));
    expect(await store.submissions.confirm('second link', at(0.3), () => [])).toMatchObject({
      kind: 'confirmed',
      submissions: [{ id: again.id }],
    });
  });

  it('knows a link that is none, and one that has run out', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await store.submissions.record(held(person('a'), 'link'));
    for (const ask of [store.submissions.findConfirmable, (hash: string, now: Date) => store.submissions.confirm(hash, now, follows)]) {
      expect(await ask('no link', at(1))).toEqual({ kind: 'unknown' });
      expect(await ask('link', at(168))).toEqual({ kind: 'expired' });
    }
    expect(await standing(store)).toEqual([[expect.any(String), 'held']]);
    expect(await kinds(store)).toEqual(['confirm-address']);
  });

  it('keeps a quarantined one from counting, from changing what counts, and from going out, until it is released', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    const before = await store.submissions.record(recording(person('a'), { receivedAt: at(0) }));
    const trapped = await store.submissions.record({ ...recording(person('a'), { receivedAt: at(1) }), state: 'quarantined' });
    expect(trapped.repeated).toBe(false);
    expect(await standing(store)).toEqual([
      [trapped.id, 'quarantined'],
      [before.id, 'accepted'],
    ]);
    expect(await store.submissions.release(before.id, at(2), follows)).toBeUndefined();
    const released = await Promise.all([1, 2, 3].map(() => store.submissions.release(trapped.id, at(2), follows)));
    expect(released.filter(Boolean)).toMatchObject([{ id: trapped.id, state: 'accepted' }]);
    expect(await standing(store)).toEqual([[trapped.id, 'accepted']]);
    expect(await kinds(store)).toEqual(['registration']);
  });
});

function sentToWaitlist(values: Record<string, string>, hours: number) {
  const { submission } = recording(values, { form: 'waitlist', receivedAt: at(hours) });
  return { submission };
}
