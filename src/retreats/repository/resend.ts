import { startCooldown, statusLinkCooldown } from '../../database/cooldowns.ts';
import type { Engine } from '../../database/engine.ts';
import { emailKey } from '../../database/normalize.ts';
import { hourMs } from '../../durations.ts';
import { findOpenInvitation, listMailsWithInvitation } from './invitations.ts';
import { lockEntry, transition, enqueueMail, type NamedActor } from './transitions.ts';
import type { EntriesTable, EntryState } from '../../database/schema.ts';
import { Refused } from '../../refused.ts';

export function resendMethods(engine: Engine) {
  return {
    /** Enqueues the mail with an open invitation once more, with the same link and deadline, and records who did it. Throws Refused. */
    resendInvitation(entryId: string, by: NamedActor, now: Date): Promise<void> {
      return engine.transact(async (db) => {
        const entry = await lockEntry(engine, db, entryId);
        await transition(db, entry, 'resend', { by, now });
        const open = await findOpenInvitation(db, entryId, now);
        const mails = await listMailsWithInvitation(db, open.id);
        const due = mails.some(({ kind, state }) => state === 'due' && ['invitation', 'seat-freed'].includes(kind));
        if (due) throw new Refused('The invitation is already waiting to be sent. The Deliveries tab shows when.');
        const payload = { invitation: open.id, note: open.note, expiresAt: open.expires_at };
        await enqueueMail(db, entry, { kind: 'invitation', payload, now });
      });
    },

    /**
     * Enqueues a mail with the link to the status page of an address, at most once an hour: of its entry for a retreat that is not one of
     * `ended`, and of several the one that has come furthest, or the newest. An unknown address starts a cooldown as well, so that the mail
     * is the only difference in the work.
     */
    sendStatusLink(email: string, ended: readonly string[], now: Date): Promise<void> {
      return engine.transact(async (db) => {
        const key = emailKey(email);
        const entries = await db.selectFrom('entries').selectAll().where('email_key', '=', key).orderBy('joined_at', 'desc').execute();
        const [entry] = entries.toSorted((a, b) => priorityOf(b, ended) - priorityOf(a, ended));
        const first = await startCooldown(db, statusLinkCooldown(key), now, new Date(now.getTime() + statusLinkCooldownMs));
        if (entry && first) await enqueueMail(db, entry, { kind: 'status-link', now });
      });
    },
  };
}

/** The states in which a founder waits for something or has a seat, the furthest last. */
const stateOrder: EntryState[] = ['waiting', 'invited', 'accepted'];
const priorityOf = ({ retreat, state }: EntriesTable, ended: readonly string[]) =>
  ended.includes(retreat) ? -1 : stateOrder.indexOf(state);

/** How long an address gets no further link. */
const statusLinkCooldownMs = hourMs;
