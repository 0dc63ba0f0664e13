import { Client } from 'pg';
import { expect, it } from 'vitest';
import { untilBlocked } from '../../test/support/blocked.ts';
import { temporaryStore } from '../../test/support/databases.ts';
import { recording } from '../../test/support/recording.ts';
import { openStore } from '../app/open-store.ts';

/** A connection that is closed at the end, which releases its locks. */
async function connect(connectionString: string) {
  const client = new Client({ connectionString });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

it.each([
  ['an organizer by hand twice', 'organizer'],
  ['an organizer by hand and the founder', 'founder'],
] as const)('two instances that record a founder for two registrations at the same moment, %s, store one attendance', async (_, actor) => {
  await using temporary = await temporaryStore('postgres');
  const { store, databaseUrl, query } = temporary;
  const earlier = await store.submissions.record(recording());
  const later = await store.submissions.record(recording());
  await using other = await openStore(databaseUrl);
  // An instance that has read that nothing is recorded cannot record anything before the other one has read as well, or waits for a lock.
  await using gate = await connect(databaseUrl);
  await gate.query('BEGIN');
  await gate.query('LOCK TABLE attendance IN SHARE MODE');
  const now = new Date();
  const byHand = store.workshops.recordAttendanceByHand(earlier.id, 'organizer', now);
  await untilBlocked(databaseUrl, 1);
  const second =
    actor === 'founder'
      ? other.workshops.recordAttendance(later.id, now)
      : other.workshops.recordAttendanceByHand(later.id, 'organizer', now).catch((error: Error) => error.message);
  await untilBlocked(databaseUrl, 2);
  await gate.query('COMMIT');
  await byHand;
  expect(await second).toBe(actor === 'founder' ? true : 'The founder is already recorded as joined.');
  expect(await query('SELECT actor FROM attendance')).toEqual([{ actor }]);
});
