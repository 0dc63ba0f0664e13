import type { Kysely } from 'kysely';
import { hasRow } from '../../database/count-rows.ts';
import { startCooldown, statusLinkCooldown } from '../../database/cooldowns.ts';
import type { Database, EntriesTable, EntryState } from '../../database/schema.ts';
import type { Engine } from '../../database/engine.ts';
import { emailKey } from '../../database/normalize.ts';
import { hourMs } from '../../durations.ts';
import { isActive, takesSeat } from '../entry-states.ts';
import { findEntry, findLastStep, type Entry } from './entries.ts';
import { enqueueMail, mailAboutAnswer } from './entry-deliveries.ts';

/**
 * Finds a founder's place on the waitlist, by submission or email address, and enqueues the email with the link to the page that shows it.
 */
export function standingMethods(engine: Engine) {
  return {
    /** Returns the entry of the founder who sent a submission; undefined while it is not accepted. */
    findBySubmission(submissionId: string): Promise<Entry | undefined> {
      return engine.read(async (db) => {
        const entry = await entryOfSubmission(db, submissionId).select('entries.id').executeTakeFirst();
        return entry && findEntry(db, entry.id);
      });
    },

    /**
     * Returns the state of the founder who sent a submission, on the waitlist of its retreat, and how the founder came there: `isBack` is
     * true after a form put an entry that had ended back on the list, until its state changes again, and `isFirst` if this submission
     * created the entry. Returns undefined if the submission is not accepted, or the founder was erased.
     */
    findStanding(submissionId: string): Promise<{ state: EntryState; isBack: boolean; isFirst: boolean } | undefined> {
      return engine.read(async (db) => {
        const entry = await entryOfSubmission(db, submissionId).select(['entries.id', 'entries.state']).executeTakeFirst();
        if (!entry) return undefined;
        const last = await findLastStep(db, entry.id);
        return { state: entry.state, isBack: last?.event === 'join' && last.from_state !== null, isFirst: entry.id === submissionId };
      });
    },

    /** Returns whether an address is on the waitlist of one of these retreats, or has an invitation or a seat. */
    async isListed(email: string, retreats: string[]): Promise<boolean> {
      const rows = await engine.read((db) =>
        db.selectFrom('entries').select('state').where('email_key', '=', emailKey(email)).where('retreat', 'in', retreats).execute(),
      );
      return rows.some(({ state }) => isActive(state));
    },

    /**
     * Returns whether an email is still accurate for the founder who sent a submission. A founder who accepted, gave up the seat and
     * accepted again before the emails could be sent gets only the last one about the seat.
     */
    isMailCurrent(submissionId: string, { kind, id }: { kind: string; id: string }): Promise<boolean> {
      return engine.read(async (db) => {
        const entry = await entryOfSubmission(db, submissionId)
          .select(['entries.email_key', 'entries.retreat', 'entries.state', 'entries.head_since'])
          .executeTakeFirst();
        if (!entry || !isTrueOf(entry, kind)) return false;
        if (kind !== 'accepted') return true;
        const laterMails = db
          .selectFrom('submissions')
          .innerJoin('deliveries', 'deliveries.submission_id', 'submissions.id')
          .select('deliveries.id')
          .where('email_key', '=', entry.email_key)
          .where('retreat', '=', entry.retreat)
          .where('kind', '=', kind)
          .where('deliveries.id', '>', id);
        return !(await hasRow(laterMails));
      });
    },

    /**
     * Enqueues an email with the link to a status page of an address, at most once an hour: that of the entry that is furthest along, and of
     * several the newest. Entries of retreats in `ended` come last. An unknown address starts a cooldown as well, so that the email is the
     * only difference in the work.
     */
    enqueueStatusLink(email: string, ended: readonly string[], now: Date): Promise<void> {
      return engine.transact(async (db) => {
        const key = emailKey(email);
        const entries = await db.selectFrom('entries').selectAll().where('email_key', '=', key).orderBy('joined_at', 'desc').execute();
        const [entry] = entries.toSorted((a, b) => priorityOf(b, ended) - priorityOf(a, ended));
        const until = new Date(now.getTime() + statusLinkCooldownMs);
        const isCooldownStarted = await startCooldown(db, statusLinkCooldown(key), { now, until });
        if (entry && isCooldownStarted) await enqueueMail(db, entry, { kind: 'status-link', now });
      });
    },
  };
}

/** Returns whether an email about an answer, the end of an invitation or of a seat, or a later retreat is accurate for an entry. */
function isTrueOf(entry: Pick<EntriesTable, 'state' | 'head_since'>, kind: string): boolean {
  const { state } = entry;
  switch (kind) {
    case 'left':
      return !isActive(state);
    // A founder who was invited again would take it for the end of the new invitation.
    case 'invitation-cancelled':
      return !takesSeat(state);
    case 'seat-withdrawn':
      return state !== 'accepted';
    case 'invite-back':
      return state !== 'withdrawn';
    default:
      return mailAboutAnswer(entry) === kind;
  }
}

/**
 * Selects the entry of the founder who sent a submission, on the waitlist of its retreat. A submission that is not accepted has none: anybody
 * can post with the address of a founder on the waitlist.
 */
export const entryOfSubmission = (db: Kysely<Database>, submissionId: string) =>
  db
    .selectFrom('submissions')
    .innerJoin('entries', (join) =>
      join.onRef('entries.email_key', '=', 'submissions.email_key').onRef('entries.retreat', '=', 'submissions.retreat'),
    )
    .where('submissions.id', '=', submissionId)
    .where('submissions.state', '=', 'accepted');

/** The states in which a founder waits for something or has a seat, the furthest last. */
const stateOrder: EntryState[] = ['waiting', 'invited', 'accepted'];
const priorityOf = ({ retreat, state }: EntriesTable, ended: readonly string[]) =>
  ended.includes(retreat) ? -1 : stateOrder.indexOf(state);

/** The minimum time between two links to the same address. */
const statusLinkCooldownMs = hourMs;
