import type { EntryState } from '../../src/database/schema.ts';
import type { Answer } from '../../src/retreats/entry-states.ts';
import type { Store } from '../../src/app/open-store.ts';
import { recording, retreatSlug, invitationSettingsFor } from './recording.ts';
import { temporaryStore } from './databases.ts';
import type { EngineName } from './databases.ts';

const hour = 60 * 60_000;
const email = (name: string) => `${name}@example.com`;

/** Returns 15:00 UTC on a day in November 2026. */
export const day = (date: number) => new Date(Date.UTC(2026, 10, date, 15));

/**
 * Creates a waitlist with `capacity` seats and a clock that the test sets. `hashes` has the token hash of the newest invitation by name.
 */
export async function createTestWaitlist(engine: EngineName, capacity = 2) {
  const temporary = await temporaryStore(engine);
  const { store } = temporary;
  const invitationSettings = invitationSettingsFor(capacity);
  const hashes = new Map<string, string>();
  const clock = { now: day(1) };
  const entry = async (name: string) => {
    const found = (await store.waitlist.list()).find(({ submission }) => submission.fields['inf_field_Email'] === email(name));
    if (!found) throw new Error(`${name} has no entry`);
    return found;
  };
  const waitlist = {
    ...temporary,
    invitationSettings,
    clock,
    entry,
    hashes,
    join: (name: string, more: Record<string, string> = {}, retreat = retreatSlug) =>
      store.submissions.record(
        recording(
          { inf_field_FirstName: name, inf_field_Email: email(name), ...more },
          { form: 'waitlist', receivedAt: clock.now, retreat },
        ),
      ),
    async invite(name: string, { days = 7, overCapacity = false, note = '' } = {}) {
      const latestEnd = new Date(clock.now.getTime() + days * 24 * hour);
      const { id } = await store.waitlist.invite(
        (await entry(name)).id,
        { note, latestEnd, overCapacity, by: 'organizer' },
        invitationSettings,
        clock.now,
      );
      hashes.set(name, invitationSettings.hashFor(id));
    },
    extend: async (name: string, days = 7) =>
      store.waitlist.extendInvitation(
        (await entry(name)).id,
        { latestEnd: new Date(clock.now.getTime() + days * 24 * hour), by: 'organizer' },
        invitationSettings,
        clock.now,
      ),
    /** Answers the newest invitation, including one for a freed seat. */
    async answer(name: string, given: Answer) {
      const { invitation } = await entry(name);
      return store.waitlist.answer(invitationSettings.hashFor(invitation?.id ?? ''), given, invitationSettings, clock.now);
    },
    state: async (name: string) => (await entry(name)).state,
    revoke: async (name: string, seen?: EntryState) =>
      store.waitlist.revoke((await entry(name)).id, { expectedState: seen, by: 'organizer' }, invitationSettings, clock.now),
    reopen: async (name: string) => store.waitlist.reopen((await entry(name)).id, 'organizer', clock.now),
    leave: async (name: string) => store.waitlist.leave((await entry(name)).id, invitationSettings, clock.now),
    lapse: () => store.waitlist.lapse(invitationSettings, clock.now),
    remind: () => store.waitlist.remindInvited(clock.now),
    history: async (name: string) =>
      (await store.waitlist.listHistory((await entry(name)).id)).map(
        ({ actor, event, to, at }) => `${at.slice(8, 10)} ${actor} ${event} ${to}`,
      ),
    /** Returns the kinds of the founder's emails, in order. */
    mails: async (name: string) => mailsTo(store, (await entry(name)).submission.id),
  };
  return waitlist;
}

async function mailsTo(store: Store, submissionId: string): Promise<string[]> {
  const all = await Array.fromAsync(store.outbox.list({}));
  return all
    .filter((delivery) => delivery.submissionId === submissionId && delivery.channel === 'mail')
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ kind }) => kind);
}
