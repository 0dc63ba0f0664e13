import { expect, it } from 'vitest';
import { lockIfStored } from '../database/row-lock.ts';
import { entryTables } from '../database/tables.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { untilBlocked } from '../../test/support/blocked.ts';
import { temporaryStore, queryAll, queryDatabase } from '../../test/support/databases.ts';
import { eraseRows, keepingNobody } from '../../test/support/erasing.ts';
import { workshop } from '../../test/support/forms.ts';
import { news, startLetters } from '../../test/support/letters.ts';
import { engineOver } from '../../test/support/race-engine.ts';
import { recording, retreatSlug } from '../../test/support/recording.ts';
import { createTestWaitlist, day } from '../../test/support/waitlist.ts';
import type { Waitlist } from '../retreats/repository.ts';
import { lockSeats } from '../retreats/repository/seat-lock.ts';

/** What PostgreSQL's transactions, which run simultaneously, leave of a person who is erased in the meantime. */
const email = 'ada@example.com';
const now = new Date('2025-07-01T12:00:00Z');

type TestWaitlist = Awaited<ReturnType<typeof createTestWaitlist>>;

/** Returns what is stored of founders, and the deliveries. */
async function everythingIn({ store, databaseUrl }: TestWaitlist): Promise<object[]> {
  const tables = ['submissions', 'entries', ...entryTables];
  const rows = await queryAll(
    databaseUrl,
    tables.map((table) => `SELECT * FROM ${table}`),
  );
  return [...rows.flat(), ...(await Array.fromAsync(store.outbox.list()))];
}

it('a letter that is sent while a founder is erased keeps nothing of that founder, and reaches the others', async () => {
  await using site = await startLetters('postgres');
  for (const name of ['ada', 'bea']) await site.register(name, 'waitlist');
  const id = await site.letters.write(news, 'organizer', site.clock.now);
  await site.letters.test(await site.read(id), 'organizer', site.clock.now);
  const letter = await site.read(id);
  let sent: Promise<unknown> = Promise.resolve();
  await eraseRows(site.store, email, now, async () => {
    sent = site.letters.send(letter, 'organizer', site.clock.now);
    await Promise.race([sent, untilBlocked(site.databaseUrl)]);
  });
  await sent;
  const recipients = await queryDatabase(site.databaseUrl, 'SELECT email_key FROM letter_recipients');
  expect(recipients).toEqual([{ email_key: 'bea@example.com' }]);
  const mails = await Array.fromAsync(site.store.outbox.list());
  expect(mails.filter(({ kind }) => kind === 'letter')).toHaveLength(1);
});

it('an email to every registered founder is not enqueued for one who is being erased', async () => {
  await using temporary = await temporaryStore('postgres');
  const { store, databaseUrl } = temporary;
  const { submission, ...rest } = recording({ inf_field_Email: email });
  await store.submissions.record({
    ...rest,
    submission: { ...submission, form: workshop },
  });
  let mailed: Promise<unknown> = Promise.resolve();
  await eraseRows(store, email, now, async () => {
    mailed = store.workshops.mailRegisteredOnce('key', { formId: workshop.id, kind: 'reminder', payload: {} }, now);
    await Promise.race([mailed, untilBlocked(databaseUrl)]);
  });
  await mailed;
  expect(await Array.fromAsync(store.outbox.list())).toEqual([]);
});

it.each([
  ['an offer of a later retreat', false, (waitlist: Waitlist) => waitlist.askToMoveAlong(retreatSlug, 'later', now)],
  [
    'a reminder of house facts',
    true,
    (waitlist: Waitlist) => waitlist.remindOfHouseFacts(retreatSlug, { key: 'key', acceptedBefore: new Date('2100-01-01') }, now),
  ],
  ['the link to the status page', false, (waitlist: Waitlist) => waitlist.enqueueStatusLink(email, [], now)],
])('%s is not enqueued for a founder who is being erased', async (_mail, hasSeat, mailFounders) => {
  await using waitlist = await createTestWaitlist('postgres');
  await waitlist.join('ada');
  if (hasSeat) {
    await waitlist.invite('ada');
    await waitlist.answer('ada', 'accept');
  }
  let mailed: Promise<unknown> = Promise.resolve();
  await eraseRows(waitlist.store, email, now, async () => {
    mailed = mailFounders(waitlist.store.waitlist);
    await Promise.race([mailed, untilBlocked(waitlist.databaseUrl)]);
  });
  await mailed;
  expect(await Array.fromAsync(waitlist.store.outbox.list())).toEqual([]);
  expect(await queryDatabase(waitlist.databaseUrl, 'SELECT * FROM return_offers')).toEqual([]);
});

const facts = {
  diet: 'No nuts',
  access: '',
  arrival: '',
  travel: '',
  contact: 'Bea',
  phone: '',
};

it.each([
  ['an invitation', async () => {}, (waitlist: TestWaitlist) => waitlist.invite('ada', { note: 'Dear Ada' })],
  [
    'an answer',
    (waitlist: TestWaitlist) => waitlist.invite('ada', { note: 'Dear Ada' }),
    (waitlist: TestWaitlist) => waitlist.answer('ada', 'accept'),
  ],
  [
    'a post of house facts',
    async (waitlist: TestWaitlist) => {
      await waitlist.invite('ada');
      await waitlist.answer('ada', 'accept');
    },
    async (waitlist: TestWaitlist) => waitlist.store.waitlist.saveHouseFacts((await waitlist.entry('ada')).id, facts, now),
  ],
])('%s while a founder is erased keeps nothing of that founder', async (_change, prepare, change) => {
  await using waitlist = await createTestWaitlist('postgres');
  await waitlist.join('ada');
  await prepare(waitlist);
  let changed: Promise<unknown> = Promise.resolve();
  await eraseRows(waitlist.store, email, now, async () => {
    // Those that find no entry are refused.
    changed = Promise.allSettled([change(waitlist)]);
    await Promise.race([changed, untilBlocked(waitlist.databaseUrl)]);
  });
  await changed;
  expect(await everythingIn(waitlist)).toEqual([]);
});

it.each(['post', 'correction'])('a %s whose transaction began before the erasing is erased too', async (what) => {
  await using waitlist = await createTestWaitlist('postgres');
  const { store, databaseUrl } = waitlist;
  const { id } = await waitlist.join('ada');
  const correct = () => store.submissions.record({ ...recording({ inf_field_Email: email }, { form: 'waitlist' }), corrects: id });
  const { engine, close } = await engineOver(databaseUrl);
  let posted: Promise<unknown> = Promise.resolve();
  let erased: Promise<unknown> = Promise.resolve();
  await engine.transact(async (db) => {
    await lockSeats(engine, db);
    // A correction of a founder who was erased is refused.
    posted = Promise.allSettled([what === 'post' ? waitlist.join('ada') : correct()]);
    await untilBlocked(databaseUrl);
    erased = eraseRows(store, email, now);
    await untilBlocked(databaseUrl, 2);
  });
  await Promise.all([posted, erased]);
  await close();
  expect(await everythingIn(waitlist)).toEqual([]);
});

it('a founder who joins again while the entry expires is on the waitlist', async () => {
  await using waitlist = await createTestWaitlist('postgres');
  await waitlist.join('ada');
  waitlist.clock.now = day(10);
  let joined: Promise<unknown> = Promise.resolve();
  let steps = 0;
  const removeMails = async () => {
    steps += 1;
    // The first step has erased the submission, and the second one the entry.
    if (steps === 1) return;
    joined = waitlist.join('ada');
    await Promise.race([joined, untilBlocked(waitlist.databaseUrl)]);
  };
  const expired = { dataBefore: day(5), heldBefore: day(5), now: day(10) };
  await waitlist.store.people.eraseOlderThan({ ...expired, ...keepingNobody, removeMails });
  await joined;
  expect(steps).toBe(2);
  expect(await waitlist.history('ada')).toEqual(['10 founder join waiting']);
});

it('a submission that is confirmed while it expires is kept, and the next one is erased', async () => {
  await using temporary = await temporaryStore('postgres');
  const { store, databaseUrl } = temporary;
  const hold = (name: string, receivedAt: Date) =>
    store.submissions.record({ ...recording({ inf_field_Email: `${name}@example.com` }, { receivedAt }), state: 'held' });
  const early = await hold('early', day(0));
  await hold('late', day(1));
  const { engine, close } = await engineOver(databaseUrl);
  let erased: Promise<unknown> = Promise.resolve();
  await engine.transact(async (db) => {
    await db.updateTable('submissions').set({ state: 'accepted' }).where('id', '=', early.id).execute();
    const expired = { dataBefore: day(-1), heldBefore: day(5), now: day(10) };
    erased = store.people.eraseOlderThan({ ...expired, ...keepingNobody });
    await untilBlocked(databaseUrl);
  });
  expect(await erased).toEqual({ submissions: 0, unconfirmed: 1 });
  await close();
  expect(await Array.fromAsync(store.submissions.list())).toMatchObject([{ id: early.id, state: 'accepted' }]);
});

it.each(['submissions', 'entries'] as const)(
  'a delivery that is being enqueued when the erasing begins is erased too, by a transaction that has locked %s',
  async (table) => {
    await using temporary = await temporaryStore('postgres');
    const { store, databaseUrl } = temporary;
    const { id } = await store.submissions.record(recording({ inf_field_Email: email }, { form: 'waitlist' }));
    const { engine, close } = await engineOver(databaseUrl);
    let erased: Promise<unknown> = Promise.resolve();
    await engine.transact(async (db) => {
      expect(await lockIfStored(db, table, id)).toBe(true);
      erased = eraseRows(store, email, now);
      await untilBlocked(databaseUrl);
      await enqueue(db, [{ channel: 'mail', kind: 'waitlist' }], {
        submissionId: id,
        now,
      });
    });
    await erased;
    await close();
    expect(await Array.fromAsync(store.outbox.list())).toEqual([]);
  },
);

it('nothing of a founder who is erased is sent again to the provider', async () => {
  await using temporary = await temporaryStore('postgres');
  const { store, databaseUrl } = temporary;
  const deliveries = [{ channel: 'keap-api', kind: 'submission' }] as const;
  const record = (address: string) => store.submissions.record({ ...recording({ inf_field_Email: address }), deliveries: [...deliveries] });
  await record(email);
  const bea = await record('bea@example.com');
  await queryDatabase(databaseUrl, "UPDATE deliveries SET drift = 'The contact is missing'");
  const { engine, close } = await engineOver(databaseUrl);
  let sent: Promise<unknown> = Promise.resolve();
  let erased: Promise<unknown> = Promise.resolve();
  await engine.transact(async (db) => {
    await db.selectFrom('deliveries').select('id').where('submission_id', '=', bea.id).forUpdate().execute();
    // It has changed the delivery about Ada by now.
    sent = store.outbox.sendDriftedAgain(now);
    await untilBlocked(databaseUrl);
    erased = eraseRows(store, email, now);
    await untilBlocked(databaseUrl, 2);
  });
  await Promise.all([sent, erased]);
  await close();
  const ofSubmissions = (await Array.fromAsync(store.outbox.list())).map(({ submissionId }) => submissionId);
  expect(ofSubmissions).toEqual([bea.id, bea.id]);
});
