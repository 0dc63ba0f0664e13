import { existsSync } from 'node:fs';
import { confirm, confirmable, record, release } from '../submissions/repository.ts';
import { claim } from '../outbox/leases.ts';
import { closeChannel, openChannel } from '../outbox/closures.ts';
import { deliveries, deliveryCount, outboxDepth, retryDeliveries, settle } from '../outbox/repository.ts';
import { restore } from './copy.ts';
import { erasePerson, isSuppressed, person, suppress } from '../people/repository.ts';
import { entries, entryOf, historyOf } from '../retreats/repository/entries.ts';
import { invitation, invitationTold, invitationStands, setShortNotice } from '../retreats/repository/invitations.ts';
import { answer, leave, sendStatusLink } from '../retreats/repository/answers.ts';
import { lapse, remindInvited } from '../retreats/repository/deadlines.ts';
import { pulse } from './change-token.ts';
import { invite, reopen, revoke, seatCounts } from '../retreats/repository/seats.ts';
import { eraseOlder } from '../people/retention.ts';
import { openSqliteEngine } from './sqlite/open.ts';
import type { Store } from './store.ts';
import { announce, enqueueOnce, noteWorkshop } from '../workshops/repository.ts';
import { submissionCounts, submissions, submissionsCalled } from '../submissions/queries.ts';

const fileOf = (databaseUrl: string) => (databaseUrl.startsWith('file:') ? databaseUrl.slice('file:'.length) : undefined);

/** Whether there is a store already; opening makes one. */
export function storeExists(databaseUrl: string): boolean {
  const file = fileOf(databaseUrl);
  return file === undefined || existsSync(file);
}

/** Its driver takes memory that a site over a file has no use for. */
async function openServer(databaseUrl: string) {
  const { openPostgresEngine } = await import('./postgres/open.ts');
  return openPostgresEngine(databaseUrl);
}

/**
 * Opens the store that DATABASE_URL names, `file:` and a path or `postgres://…`, and makes its tables where there are none.
 * Throws StoreUnavailable when it cannot be opened or written.
 */
export async function openStore(databaseUrl: string): Promise<Store> {
  const file = fileOf(databaseUrl);
  const { engine, ...own } = file === undefined ? await openServer(databaseUrl) : await openSqliteEngine(file);
  return {
    ...own,
    engine: engine.kind,
    place: engine.place,
    record: (recording) => record(engine, recording),
    confirm: (tokenHash, now, deliveriesFor) => confirm(engine, tokenHash, now, deliveriesFor),
    confirmable: (tokenHash, now) => confirmable(engine, tokenHash, now),
    release: (id, now, deliveriesFor) => release(engine, id, now, deliveriesFor),
    submissions: (filter = {}) => submissions(engine, filter),
    submissionsCalled: (id) => submissionsCalled(engine, id),
    submissionCounts: () => submissionCounts(engine),
    claim: (wanted) => claim(engine, wanted),
    settle: (settled) => settle(engine, settled),
    deliveries: (filter = {}) => deliveries(engine, filter),
    deliveryCount: (state) => deliveryCount(engine, state),
    retryDeliveries: (ids, now) => retryDeliveries(engine, ids, now),
    outboxDepth: () => outboxDepth(engine),
    noteWorkshop: (facts, now) => noteWorkshop(engine, facts, now),
    announce: (key, about, now) => announce(engine, key, about, now),
    enqueueOnce: (key, delivery, now) => enqueueOnce(engine, key, delivery, now),
    entries: (filter) => entries(engine, filter),
    entryOf: (submissionId) => entryOf(engine, submissionId),
    historyOf: (entryId) => historyOf(engine, entryId),
    seatCounts: () => seatCounts(engine),
    invite: (entryId, wanted, rules, now) => invite(engine, entryId, wanted, rules, now),
    revoke: (entryId, rules, now, seen) => revoke(engine, entryId, rules, now, seen),
    reopen: (entryId, now) => reopen(engine, entryId, now),
    invitation: (by, now) => invitation(engine, by, now),
    invitationStands: (id, now) => invitationStands(engine, id, now),
    invitationTold: (id, now) => invitationTold(engine, id, now),
    answer: (tokenHash, given, rules, now) => answer(engine, tokenHash, given, rules, now),
    leave: (entryId, rules, now) => leave(engine, entryId, rules, now),
    sendStatusLink: (email, now) => sendStatusLink(engine, email, now),
    setShortNotice: (entryId, yes) => setShortNotice(engine, entryId, yes),
    lapse: (rules, now) => lapse(engine, rules, now),
    remindInvited: (before, now) => remindInvited(engine, before, now),
    person: (email) => person(engine, email),
    erasePerson: (email, note, now) => erasePerson(engine, email, note, now),
    forget: () => own.forget(),
    suppress: (email, reason, now) => suppress(engine, email, reason, now),
    isSuppressed: (email, reasons) => isSuppressed(engine, email, reasons),
    closeChannel: (closure) => closeChannel(engine, closure),
    openChannel: (channel, now) => openChannel(engine, channel, now),
    eraseOlder: (older) => eraseOlder(engine, older),
    pulse: () => pulse(engine),
    restore: (copy) => restore(engine, copy),
    // Only a write that reached the disk shows that there is room for one.
    assertWritable: () =>
      engine.transact(async (db) => {
        const probe = { id: 1, written_at: new Date().toISOString() };
        await db
          .insertInto('write_probe')
          .values(probe)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(probe))
          .execute();
      }),
  };
}
