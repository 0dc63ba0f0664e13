import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import { addressIdOf } from '../database/address-id.ts';
import { endCooldowns, postCooldowns, statusLinkCooldown } from '../database/cooldowns.ts';
import type { Engine } from '../database/engine.ts';
import { inParts } from '../database/list-parameters.ts';
import { entryTables, submissionTables } from '../database/tables.ts';
import type { Database } from '../database/schema.ts';
import { isUndelivered } from '../database/undelivered.ts';
import { keepDigestPeople, listDigestPeople, type DigestPeople } from '../outbox/digest-people.ts';
import { lockSeats } from '../retreats/repository/seat-lock.ts';

/** Deletes a person from every table. Returns the ids of the submissions, and of the deliveries about them. */
export async function erasePersonRows(engine: Engine, db: Transaction<Database>, key: string) {
  const deleteSubmissions = () =>
    db.deleteFrom('submissions').where('email_key', '=', key).returning(['id', 'form_id', 'received_at']).execute();
  // Before the rows that belong to them: a transaction that has locked one may still be adding such a row.
  const rows = await deleteSubmissions();
  // A transaction that changes an entry has read it under this lock, and would record the change of an entry that is gone.
  await lockSeats(engine, db);
  // A post that superseded one of them is stored by now; its founder would have a submission and no entry.
  rows.push(...(await deleteSubmissions()));
  const entries = await db.deleteFrom('entries').where('email_key', '=', key).returning('id').execute();
  const ids = rows.map(({ id }) => id);
  const forms = [...new Set(rows.map(({ form_id }) => form_id))];
  await removeFromDigests(db, ids);
  const deliveries = await deliveriesAbout(db, rows);
  for (const part of inParts(deliveries)) await db.deleteFrom('deliveries').where('id', 'in', part).execute();
  for (const part of inParts(ids)) {
    await db.deleteFrom('tokens').where('subject', 'in', part).execute();
    for (const table of submissionTables) await db.deleteFrom(table).where('submission_id', 'in', part).execute();
  }
  for (const table of entryTables) for (const { id } of entries) await db.deleteFrom(table).where('entry_id', '=', id).execute();
  await db.deleteFrom('suppressions').where('email_key', '=', key).execute();
  await db.deleteFrom('letter_recipients').where('email_key', '=', key).execute();
  await endCooldowns(db, [statusLinkCooldown(key), ...forms.flatMap((form) => postCooldowns(form, key))]);
  return { ids, deliveries };
}

/** Erases the people whose addresses have one of these ids. Returns their number. */
export async function erasePeopleWithIds(
  engine: Engine,
  db: Transaction<Database>,
  addressIds: Set<string>,
  secret: string,
): Promise<number> {
  const rows = await db
    .selectFrom('submissions')
    .select('email_key')
    .union(db.selectFrom('entries').select('email_key'))
    .union(db.selectFrom('suppressions').select('email_key'))
    .union(db.selectFrom('letter_recipients').select('email_key'))
    .execute();
  const keys = rows.map((row) => row.email_key).filter((key) => addressIds.has(addressIdOf(secret, key)));
  for (const key of keys) await erasePersonRows(engine, db, key);
  return keys.length;
}

/**
 * Removes the person from unsent digests that also name other people, and gives each one that a worker has leased a new id, so that it is
 * built again without the person. The worker may already have built an email that names the person; it is not written to a file, because
 * its delivery no longer exists.
 */
async function removeFromDigests(db: Transaction<Database>, ids: string[]): Promise<void> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'payload', 'state', 'leased_until'])
    .where('kind', '=', 'organizer-digest')
    .where(isUndelivered)
    // Otherwise a worker could lease or deliver one before it is changed.
    .forUpdate()
    .execute();
  for (const row of rows) {
    const isLeased = row.state === 'due' && row.leased_until !== null;
    const payload = payloadWithout(row.payload, ids);
    if (!isLeased && payload === row.payload) continue;
    await db
      .updateTable('deliveries')
      .set({ payload, ...(isLeased && { id: uuid(), leased_until: null }) })
      .where('id', '=', row.id)
      .execute();
  }
}

/** Returns the payload of a digest without these submissions; unchanged if it names no other one: then the digest is deleted. */
function payloadWithout(payload: string, ids: string[]): string {
  const others = keepDigestPeople(JSON.parse(payload) as DigestPeople, (id) => !ids.includes(id));
  return listDigestPeople(others).length > 0 ? JSON.stringify(others) : payload;
}

/** Returns the ids of the deliveries of these submissions, of those that name one, and of the digests of an hour that were sent with one. */
async function deliveriesAbout(db: Transaction<Database>, submissions: { id: string; received_at: string }[]): Promise<string[]> {
  if (submissions.length === 0) return [];
  const deliveries = new Set<string>();
  const ids = submissions.map(({ id }) => id);
  for (const part of inParts(ids)) {
    const ofSubmissions = await db.selectFrom('deliveries').select('id').where('submission_id', 'in', part).execute();
    // A delivery of a submission names no other one.
    const naming = await db
      .selectFrom('deliveries')
      .select('id')
      .where('submission_id', 'is', null)
      .where('kind', '!=', 'person.erased')
      .where(({ eb, or }) => or(part.map((id) => eb('payload', 'like', `%${id}%`))))
      .execute();
    for (const { id } of [...ofSubmissions, ...naming]) deliveries.add(id);
  }
  for (const hour of new Set(submissions.map(({ received_at }) => received_at.slice(0, 13))))
    for (const { id } of await listDigestsOfHour(db, hour)) deliveries.add(id);
  return [...deliveries];
}

/** Lists the digests of an hour (`2030-05-01T15`) that were sent. Each was enqueued in that hour. */
const listDigestsOfHour = (db: Transaction<Database>, hour: string): Promise<{ id: string }[]> =>
  db
    .selectFrom('deliveries')
    .select('id')
    .where('created_at', '>=', `${hour}:00:00.000Z`)
    .where('created_at', '<=', `${hour}:59:59.999Z`)
    .where('kind', '=', 'organizer-digest')
    .where('state', '=', 'delivered')
    .where('payload', 'like', `%"since":"${hour}:00:00.000Z"%`)
    .execute();
