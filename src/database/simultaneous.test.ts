import type { Transaction } from 'kysely';
import { expect, it } from 'vitest';
import { untilBlocked } from '../../test/support/blocked.ts';
import { temporaryStore } from '../../test/support/databases.ts';
import { keepingNobody } from '../../test/support/erasing.ts';
import { engineOver } from '../../test/support/race-engine.ts';
import { retreatSlug } from '../../test/support/recording.ts';
import { createTestWaitlist, day } from '../../test/support/waitlist.ts';
import { hashOf } from '../link-tokens.ts';
import type { Database } from './schema.ts';

/** What two transactions of PostgreSQL store that change the same thing at the same time. */
const now = new Date('2026-11-01T15:00:00Z');
const at = now.toISOString();

/** Begins work in a transaction, and starts other work over the same database, which waits for its end. Resolves once both have ended. */
async function during(
  databaseUrl: string,
  first: (db: Transaction<Database>) => Promise<unknown>,
  start: (() => Promise<unknown>)[],
): Promise<void> {
  const { engine, close } = await engineOver(databaseUrl);
  const started: Promise<unknown>[] = [];
  await engine.transact(async (db) => {
    await first(db);
    for (const work of start) {
      started.push(work());
      await Promise.race([...started, untilBlocked(databaseUrl, started.length)]);
    }
  });
  await Promise.all(started);
  await close();
}

it('the address of a video call that two organizers store at the same time is the one that was stored last', async () => {
  await using temporary = await temporaryStore('postgres');
  const { workshops } = temporary.store;
  const row = { workshop: 'workshop', url: 'https://meet.example/first', changed_at: at };
  await during(temporary.databaseUrl, (db) => db.insertInto('meeting_links').values(row).execute(), [
    () => workshops.setMeetingLink('workshop', 'https://meet.example/last', now),
  ]);
  expect(await workshops.findMeetingLink('workshop')).toBe('https://meet.example/last');
});

it('a founder who agrees twice at the same time to be kept among the alumnae is kept once', async () => {
  await using waitlist = await createTestWaitlist('postgres');
  await waitlist.join('ada');
  const { id } = await waitlist.entry('ada');
  const row = { entry_id: id, given_at: at, wording: 'Keep me' };
  await during(waitlist.databaseUrl, (db) => db.insertInto('alumnae').values(row).execute(), [
    () => waitlist.store.waitlist.setAlumna(id, 'Keep me', now),
  ]);
  expect(await waitlist.store.waitlist.isAlumna(id)).toBe(true);
});

it('of two links to one name that are made at the same time, the one that was made last opens the desk', async () => {
  await using temporary = await temporaryStore('postgres');
  const { organizers } = temporary.store;
  const expires_at = new Date(now.getTime() + 1000).toISOString();
  const row = {
    token_hash: 'first',
    organizer_id: 'first',
    name: 'Bea',
    role: 'organizer' as const,
    invited_by: null,
    created_at: at,
    expires_at,
  };
  let last = { token: '' };
  await during(temporary.databaseUrl, (db) => db.insertInto('organizer_invitations').values(row).execute(), [
    async () => (last = await organizers.inviteOrganizer({ name: 'Bea' }, now)),
  ]);
  expect(await organizers.readOrganizerInvitation(last.token, now)).toMatchObject({ name: 'Bea' });
  expect((await organizers.listOrganizers(now)).invitations).toHaveLength(1);
});

it('a link to a name that is being registered adds a passkey to the organizer of that name', async () => {
  await using temporary = await temporaryStore('postgres');
  const { organizers } = temporary.store;
  const first = await organizers.inviteOrganizer({ name: 'Bea' }, now);
  const { organizerId } = await organizers.readOrganizerInvitation(first.token, now);
  let last = { token: '' };
  await during(
    temporary.databaseUrl,
    async (db) => {
      await db.deleteFrom('organizer_invitations').where('token_hash', '=', hashOf(first.token)).execute();
      await db.insertInto('organizers').values({ id: organizerId, name: 'Bea', role: 'organizer', created_at: at }).execute();
    },
    [async () => (last = await organizers.inviteOrganizer({ name: 'Bea' }, now))],
  );
  expect(await organizers.readOrganizerInvitation(last.token, now)).toMatchObject({ organizerId });
});

it('a founder who accepts while her data expires keeps it with the seat', async () => {
  await using waitlist = await createTestWaitlist('postgres');
  const { store, clock } = waitlist;
  await waitlist.join('ada');
  await waitlist.invite('ada');
  const { id } = await waitlist.entry('ada');
  const expired = { dataBefore: day(2), heldBefore: day(2), now: clock.now, ...keepingNobody, keptRetreats: [retreatSlug] };
  await during(waitlist.databaseUrl, (db) => db.selectFrom('entries').select('id').where('id', '=', id).forUpdate().execute(), [
    () => waitlist.answer('ada', 'accept'),
    () => store.people.eraseOlderThan(expired),
  ]);
  expect(await waitlist.state('ada')).toBe('accepted');
});
