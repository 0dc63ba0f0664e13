import { describe, expect, it } from 'vitest';
import { startProvider, type ProviderOptions } from '../../test/fakes/provider.ts';
import { engines, temporaryStore } from '../../test/support/databases.ts';
import type { EngineName } from '../../test/support/databases.ts';
import { content } from '../../test/support/forms.ts';
import { agent, atTheProvider, createWorkers, manualClock, record, toApi } from '../../test/support/outboxes.ts';
import { TryLater } from './channel.ts';
import { keapReadBack } from './channels/keap-read-back.ts';
import { createReadBackJob } from './read-back.ts';
import { hourMs, minuteMs } from '../durations.ts';

const emailOf = (name: string) => `${name}@example.com`;

/**
 * Delivers sign-ups of these founders to a provider, and lets the night come. Each job of `createJob` is one
 * instance; it runs once a minute.
 */
async function startWithDelivered(names: string[], { engine, ...options }: ProviderOptions & { engine?: EngineName } = {}) {
  const temporary = await temporaryStore(engine);
  const { store } = temporary;
  const provider = await startProvider({ ...atTheProvider, perSecond: 100, perMinute: 1000, ...options });
  const clock = manualClock();
  const ticked = { inf_option_AddmetotheFounderHouseSlackCommunity: '1512' };
  for (const name of names) {
    await record(store, ['keap-api'], {
      values: { inf_field_FirstName: name, inf_field_Email: emailOf(name), ...ticked },
      at: clock.now(),
    });
    clock.advance(1000);
  }
  const worker = createWorkers(store, [toApi(provider, clock)], clock);
  await worker.drain();
  clock.advance(24 * hourMs);
  provider.seen.length = 0;
  /** `stopping` aborts as soon as a contact is being read. */
  const createJob = (beforeClaim = async () => {}, stopping?: AbortController) => {
    const claimReadBack: typeof store.outbox.claimReadBack = async (now, until) => {
      await beforeClaim();
      return store.outbox.claimReadBack(now, until);
    };
    const readContact = keapReadBack({ ...provider.api, content, agent, now: clock.now });
    const readBack: typeof readContact = (submission) => {
      stopping?.abort();
      return readContact(submission);
    };
    const { signal } = stopping ?? new AbortController();
    const job = createReadBackJob({ outbox: { ...store.outbox, claimReadBack }, readBack, now: clock.now, log: { warn() {} } });
    return () => job(signal);
  };
  return {
    store,
    provider,
    clock,
    createJob,
    worker,
    contact: (name: string) => provider.byEmail(emailOf(name))[0]!,
    forget: (name: string) => void provider.contacts.splice(provider.contacts.indexOf(provider.byEmail(emailOf(name))[0]!), 1),
    searches: () => provider.seen.filter(({ path }) => path.endsWith('/contacts')).length,
    drifted: async () => (await store.outbox.listDrifted(100)).map(({ name, problem }) => `${name}: ${problem}`),
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

describe.each(engines)('the nightly read-back of the provider, over %s', (engine) => {
  it('finds missing contacts, tags and answers, ignores changed ones, and finds nothing missing after they were sent again', async () => {
    await using test = await startWithDelivered(['Ada', 'Bea', 'Cleo', 'Dora'], { engine });
    test.forget('Ada');
    const [bea, cleo, dora] = ['Bea', 'Cleo', 'Dora'].map(test.contact);
    bea!.tag_ids = [];
    cleo!.custom_fields = [];
    dora!.given_name = 'Dorothea';
    const job = test.createJob();
    await job();
    expect(await test.drifted()).toEqual([
      'Ada Vane: there is no contact with this email address',
      'Bea Vane: the contact has no tag 1512',
      'Cleo Vane: the contact has no SystemSize',
    ]);
    expect(await test.store.outbox.sendDriftedAgain(test.clock.now())).toBe(3);
    await test.worker.drain();
    expect(await test.drifted()).toEqual([]);
    expect(test.contact('Ada').tag_ids).toEqual(['1512']);
    test.clock.advance(24 * hourMs);
    await job();
    expect(await test.drifted()).toEqual([]);
  });

  it('reads no contact again if another instance has read a part between the two steps with which this one begins', async () => {
    await using test = await startWithDelivered(['Ada', 'Bea'], { engine });
    await test.createJob(test.createJob())();
    expect(test.searches()).toBe(2);
  });

  it('reads each contact once a night, regardless of the number of instances', async () => {
    await using test = await startWithDelivered(['Ada', 'Bea'], { engine });
    await Promise.all([test.createJob()(), test.createJob()()]);
    await test.createJob()();
    expect(test.searches()).toBe(2);
  });
});

describe('the nightly read-back of the provider', () => {
  it('reads a list that the provider writes as null as an empty one', async () => {
    await using test = await startWithDelivered(['Ada']);
    Object.assign(test.contact('Ada'), { custom_fields: null, tag_ids: null });
    await test.createJob()();
    expect(await test.drifted()).toEqual(['Ada Vane: the contact has no SystemSize, no tag 1512']);
  });

  it('finds an answer in a custom field that was created after the custom fields were read', async () => {
    await using test = await startWithDelivered(['Ada']);
    const job = test.createJob();
    await job();
    test.provider.createField('Motto');
    const values = { inf_field_FirstName: 'Bea', inf_field_Email: emailOf('Bea'), inf_custom_Motto: 'Onward' };
    await record(test.store, ['keap-api'], { values, at: test.clock.now() });
    await test.worker.drain();
    test.clock.advance(24 * hourMs);
    await job();
    expect(await test.drifted()).toEqual([]);
  });

  it('sends no answers again that the founder has replaced since', async () => {
    await using test = await startWithDelivered(['Ada', 'Bea']);
    for (const name of ['Ada', 'Bea']) test.forget(name);
    await test.createJob()();
    const values = { inf_field_FirstName: 'Ada', inf_field_Email: emailOf('Ada'), inf_field_LastName: 'Byron' };
    await record(test.store, ['keap-api'], { values, at: test.clock.now() });
    await test.worker.drain();
    expect(await test.store.outbox.sendDriftedAgain(test.clock.now())).toBe(1);
    await test.worker.drain();
    expect(test.contact('Ada').family_name).toBe('Byron');
  });

  it('waits as long as the provider asks, and then reads the remaining contacts', async () => {
    await using test = await startWithDelivered(['Ada', 'Bea']);
    test.forget('Bea');
    const job = test.createJob();
    test.provider.fail('busy', 1);
    await job();
    await job();
    expect(test.searches()).toBe(1);
    test.clock.advance(2 * minuteMs);
    const before = test.provider.seen.length;
    await job();
    expect(test.provider.seen.length).toBeGreaterThan(before);
    expect(await test.drifted()).toEqual(['Bea Vane: there is no contact with this email address']);
  });

  it('waits a day at most, however long the provider asks it to wait', async () => {
    await using test = await startWithDelivered(['Ada'], { retryAfter: '999999999' });
    test.forget('Ada');
    const job = test.createJob();
    test.provider.fail('busy', 1);
    await job();
    test.clock.advance(24 * hourMs);
    await job();
    expect(await test.drifted()).toEqual(['Ada Vane: there is no contact with this email address']);
  });

  it.each([
    ['read everything', 0],
    ['was asked to wait', 1],
  ])('goes on once a clock that was a year ahead is corrected, after a run that %s', async (_, busyResponses) => {
    await using test = await startWithDelivered(['Ada']);
    const job = test.createJob();
    test.clock.advance(365 * 24 * hourMs);
    await record(test.store, ['keap-api'], { values: { inf_field_Email: emailOf('Bea') }, at: test.clock.now() });
    await test.worker.drain();
    test.clock.advance(24 * hourMs);
    test.provider.fail('busy', busyResponses);
    await job();
    test.clock.advance(-366 * 24 * hourMs);
    test.forget('Ada');
    await job();
    expect(await test.drifted()).toEqual(['Ada Vane: there is no contact with this email address']);
  });

  it('continues with the other contacts if the provider fails to read the same one again', async () => {
    await using test = await startWithDelivered(['Ada', 'Bea', 'Cleo']);
    test.forget('Cleo');
    test.provider.unreadable.add(emailOf('Bea'));
    const job = test.createJob();
    await job();
    expect(await test.drifted()).toEqual([]);
    test.clock.advance(6 * minuteMs);
    await job();
    expect(await test.drifted()).toEqual(['Cleo Vane: there is no contact with this email address']);
    const searches = test.searches();
    test.clock.advance(6 * minuteMs);
    await job();
    expect(test.searches()).toBe(searches);
  });

  it('continues with the other contacts, however many in a row the provider fails to read', async () => {
    await using temporary = await temporaryStore();
    const { store } = temporary;
    const clock = manualClock();
    const names = [...Array.from({ length: 22 }, (_, index) => `Bea${index}`), 'Cleo'];
    for (const name of names)
      await record(store, ['keap-api'], { values: { inf_field_FirstName: name, inf_field_Email: emailOf(name) }, at: clock.now() });
    // Not through the provider’s API: its client spaces requests, of which this takes a hundred.
    await createWorkers(store, [{ name: 'keap-api', concurrency: 1, send: async () => {} }], clock).drain();
    clock.advance(24 * hourMs);
    const job = createReadBackJob({
      outbox: store.outbox,
      readBack: async ({ person }) =>
        person.firstName === 'Cleo' ? 'there is no contact' : Promise.reject(new TryLater('The provider fails')),
      now: clock.now,
      log: { warn() {} },
    });
    for (let runs = 0; runs < 25; runs += 1) {
      await job(new AbortController().signal);
      clock.advance(6 * minuteMs);
    }
    expect(await store.outbox.listDrifted(100)).toEqual([{ name: 'Cleo Vane', problem: 'there is no contact' }]);
  });

  it('reads one contact at a time while the provider fails to read any, and leaves none out', async () => {
    await using test = await startWithDelivered(['Ada', 'Bea']);
    test.forget('Ada');
    test.provider.fail('error');
    const job = test.createJob();
    for (const requests of [1, 2, 2, 3]) {
      await job();
      await job();
      expect(test.provider.seen).toHaveLength(requests);
      test.clock.advance(61 * minuteMs);
    }
    test.provider.fail(undefined);
    await job();
    expect(await test.drifted()).toEqual(['Ada Vane: there is no contact with this email address']);
  });

  it('stops after the contact that it is reading, and continues with the next one', async () => {
    await using test = await startWithDelivered(['Ada', 'Bea']);
    for (const name of ['Ada', 'Bea']) test.forget(name);
    await test.createJob(undefined, new AbortController())();
    expect(await test.drifted()).toEqual(['Ada Vane: there is no contact with this email address']);
    await test.createJob()();
    expect(await test.drifted()).toHaveLength(2);
  });
});
