import type { Transaction } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import { entryTables } from '../../database/tables.ts';
import type { Database, EntriesTable } from '../../database/schema.ts';
import { currentSubmissions } from '../../forms/submission.ts';
import { nextRetreat } from '../../content/schedule.ts';
import { claimKey } from '../../database/claims.ts';
import { enqueueAnswerNote } from './answer-notes.ts';
import { isActive } from '../state-machine.ts';
import { stepsOf } from './entries.ts';
import { dayOfClosing, lockSeats, transition } from './transitions.ts';
import { enqueueEvent, enqueueMail } from './entry-deliveries.ts';
import { offerFreedSeats } from './seats.ts';
import type { InvitationSettings } from '../invitation-settings.ts';

export function deadlineMethods(engine: Engine) {
  return {
    /** Ends invitations past their deadline and offers the freed seats. Returns how many entries changed. */
    lapse(settings: InvitationSettings, now: Date): Promise<number> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        const rows = await db
          .selectFrom('entries')
          .innerJoin('invitations', 'invitations.entry_id', 'entries.id')
          .selectAll('entries')
          .where('entries.state', '=', 'invited')
          .where('invitations.revoked_at', 'is', null)
          .where('invitations.answer', 'is', null)
          .where('invitations.expires_at', '<=', now.toISOString())
          .execute();
        for (const entry of rows) {
          const state = await transition(db, entry, 'lapse', { by: 'clock', now });
          await enqueueEvent(db, settings, { kind: 'invitation.lapsed', entry: entry.id, state, now });
          await enqueueAnswerNote(db, entry, settings, now);
        }
        // A seat may also be free because its holder was erased, or because the capacity grew.
        let offered = 0;
        for (const retreat of settings.retreats.keys()) offered += await offerFreedSeats(db, retreat, settings, now);
        return rows.length + offered;
      });
    },

    /**
     * Moves the founders who wait for the next retreat, before it is announced, to the waitlist of this one. A founder who is already on
     * that list keeps the place there, with the newest answers. A founder whose entry there ended before those answers waits again. A closed
     * retreat gets none of them. Returns the number of founders.
     */
    assignToRetreat(retreat: string): Promise<number> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        if (await dayOfClosing(db, retreat)) return 0;
        const waiting = await db.selectFrom('entries').selectAll().where('retreat', '=', nextRetreat).execute();
        for (const entry of waiting) await assign(db, entry, retreat);
        return waiting.length;
      });
    },

    /** Enqueues one reminder for each invitation that expires before an instant. Returns the number of reminders. */
    remindInvited(before: Date, now: Date): Promise<number> {
      return engine.transact(async (db) => {
        const rows = await db
          .selectFrom('entries')
          .innerJoin('invitations', 'invitations.entry_id', 'entries.id')
          .selectAll('entries')
          .select(['invitations.id as invitation_id', 'invitations.note', 'invitations.made_at', 'invitations.expires_at'])
          .where('entries.state', '=', 'invited')
          .where('invitations.revoked_at', 'is', null)
          .where('invitations.answer', 'is', null)
          .where('invitations.expires_at', '>', now.toISOString())
          .where('invitations.expires_at', '<=', before.toISOString())
          .execute();
        let reminded = 0;
        // A founder with a shorter deadline was invited only recently.
        const longEnough = rows.filter(
          ({ made_at, expires_at }) => Date.parse(expires_at) - Date.parse(made_at) > before.getTime() - now.getTime(),
        );
        for (const entry of longEnough) {
          if (!(await claimKey(db, `invitation reminder ${entry.invitation_id}`, now))) continue;
          reminded += 1;
          const payload = { invitation: entry.invitation_id, note: entry.note, expiresAt: entry.expires_at };
          await enqueueMail(db, entry, { kind: 'invitation-reminder', payload, now });
        }
        return reminded;
      });
    },
  };
}

async function assign(db: Transaction<Database>, entry: EntriesTable, retreat: string): Promise<void> {
  const [there, coming] = [await newestAnswers(db, entry.email_key, retreat), await newestAnswers(db, entry.email_key, nextRetreat)];
  const current = there && coming && there.received_at < coming.received_at ? coming : there;
  if (current)
    await db
      .updateTable('submissions')
      .set({ superseded_by: current.id })
      .where('email_key', '=', entry.email_key)
      .where('retreat', 'in', [retreat, nextRetreat])
      .where('state', '=', 'accepted')
      .where('superseded_by', 'is', null)
      .where('id', '!=', current.id)
      .execute();
  await db
    .updateTable('submissions')
    .set({ retreat })
    .where('email_key', '=', entry.email_key)
    .where('retreat', '=', nextRetreat)
    .where('state', '=', 'accepted')
    .execute();
  if (!there) return void (await db.updateTable('entries').set({ retreat }).where('id', '=', entry.id).execute());
  if (coming && isActive(entry.state)) await rejoin(db, { emailKey: entry.email_key, retreat, at: coming.received_at });
  for (const table of entryTables) await db.deleteFrom(table).where('entry_id', '=', entry.id).execute();
  await db.deleteFrom('entries').where('id', '=', entry.id).execute();
}

/** Puts a founder whose entry for a retreat ended before an instant (ISO 8601, UTC) back on its waitlist, as of that instant. */
async function rejoin(
  db: Transaction<Database>,
  { emailKey, retreat, at }: { emailKey: string; retreat: string; at: string },
): Promise<void> {
  const entry = await db
    .selectFrom('entries')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('retreat', '=', retreat)
    .executeTakeFirstOrThrow();
  const leftAt = (await stepsOf(db, entry.id)).at(-1)?.at ?? '';
  if (isActive(entry.state) || at <= leftAt) return;
  await transition(db, entry, 'join', { by: 'founder', now: new Date(at), joined_at: at });
}

/** Returns the newest accepted answers of a founder for a retreat; undefined if there are none. */
const newestAnswers = (db: Transaction<Database>, key: string, retreat: string) =>
  currentSubmissions(db)
    .select(['id', 'received_at'])
    .where('email_key', '=', key)
    .where('retreat', '=', retreat)
    .orderBy('received_at', 'desc')
    .executeTakeFirst();
