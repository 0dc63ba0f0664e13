import type { Transaction } from 'kysely';
import { countRows, hasRow } from '../database/count-rows.ts';
import type { Engine } from '../database/engine.ts';
import { enqueueForEach } from '../outbox/enqueue.ts';
import type { MailKind } from '../outbox/kinds.ts';
import { claimKey } from '../database/claims.ts';
import type { Database } from '../database/schema.ts';
import { insertIfNew } from '../database/store-row.ts';
import { currentSubmissions } from '../forms/submission.ts';
import { attendanceMethods } from './attendance.ts';
import { changeMailKind, type ChangeMailKind } from './change-mail.ts';
import { liveWorkshopMethods } from './live-workshop.ts';

/** A workshop as its file has it now. */
interface WorkshopFacts {
  slug: string;
  formId: string;
  /** The digest of everything that a calendar entry says. */
  digest: string;
  startsAt: Date;
  minutes: number;
  cancelled: boolean;
}

/** The current version of a calendar entry. */
export interface WorkshopVersion {
  /** Increases with every change of the entry (RFC 5545, 3.8.7.4). */
  sequence: number;
  /** When the entry was last changed, so that the same entry is the same file. */
  changedAt: Date;
}

const pageSize = 500;

export type Workshops = ReturnType<typeof createWorkshops>;

/**
 * Returns the repository of the workshops: the version of each, the emails about it, and what founders do while and after it
 * takes place. Its methods throw StoreUnavailable when the engine fails.
 */
export function createWorkshops(engine: Engine) {
  return {
    ...liveWorkshopMethods(engine),
    ...attendanceMethods(engine),

    /**
     * Compares a workshop with what was last known of it. Everyone who registered is emailed when it moves, is cancelled or takes place
     * after all: in the same transaction, so that only one of many instances enqueues the emails.
     */
    recordVersion(facts: WorkshopFacts, now: Date): Promise<WorkshopVersion> {
      const { slug, digest, minutes, cancelled } = facts;
      const startsAt = facts.startsAt.toISOString();
      const row = { digest, starts_at: startsAt, cancelled: cancelled ? 1 : 0, changed_at: now.toISOString() };
      return engine.transact(async (db) => {
        await insertIfNew(db, 'workshops', { slug, sequence: 0, ...row });
        const known = await db.selectFrom('workshops').selectAll().where('slug', '=', slug).forUpdate().executeTakeFirstOrThrow();
        if (known.digest === digest) return { sequence: known.sequence, changedAt: new Date(known.changed_at) };

        const sequence = known.sequence + 1;
        await db
          .updateTable('workshops')
          .set({ sequence, ...row })
          .where('slug', '=', slug)
          .execute();
        // The earlier length is not stored, and rarely differs from the current one.
        const before = { startsAt: new Date(known.starts_at), minutes, cancelled: Boolean(known.cancelled) };
        const kind = changeMailKind(before, facts, now);
        if (kind) await enqueueForAll(db, { formId: facts.formId, kind }, now);
        return { sequence, changedAt: now };
      });
    },

    /** Returns the sequence of the current version of a calendar entry. */
    readCurrentSequence(slug: string): Promise<number> {
      return engine.read(async (db) => {
        const known = await db.selectFrom('workshops').select('sequence').where('slug', '=', slug).executeTakeFirst();
        return known?.sequence ?? 0;
      });
    },

    /**
     * Returns whether an email of this kind about the workshop was enqueued for the founder of a registration, with these answers or
     * others. `after`: later than this time, ISO 8601.
     */
    hasMail(submissionId: string, kind: ChangeMailKind | 'reminder', after = ''): Promise<boolean> {
      return engine.read((db) =>
        hasRow(
          db
            .selectFrom('submissions as own')
            .innerJoin('submissions as mailed', (join) =>
              join.onRef('mailed.email_key', '=', 'own.email_key').onRef('mailed.form_id', '=', 'own.form_id'),
            )
            .innerJoin('deliveries', 'deliveries.submission_id', 'mailed.id')
            .select('deliveries.id')
            .where('own.id', '=', submissionId)
            .where('deliveries.kind', '=', kind)
            .where('deliveries.created_at', '>', after),
        ),
      );
    },

    /** Returns how many current registrations a form has. */
    countRegistered: (formId: string): Promise<number> =>
      engine.read((db) => countRows(currentSubmissions(db).where('form_id', '=', formId))),

    /** Enqueues an email to everyone who registered, once per key. Returns whether this was the first time. */
    mailRegisteredOnce(key: string, about: { formId: string; kind: MailKind; payload: object }, now: Date): Promise<boolean> {
      return engine.transact(async (db) => {
        if (!(await claimKey(db, key, now))) return false;
        await enqueueForAll(db, about, now);
        return true;
      });
    },
  };
}

/** Enqueues an email to every founder with a current registration, none of which is erased before the transaction ends. */
async function enqueueForAll(
  db: Transaction<Database>,
  { formId, kind, payload = {} }: { formId: string; kind: MailKind; payload?: object },
  now: Date,
): Promise<void> {
  for (let after = ''; ;) {
    const rows = await currentSubmissions(db)
      .select('id')
      .where('form_id', '=', formId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      // No post waits for this lock.
      .forKeyShare()
      .execute();
    const ids = rows.map(({ id }) => id);
    await enqueueForEach(db, ids, { channel: 'mail', kind, payload: { ...payload }, now });
    if (rows.length < pageSize) return;
    after = ids.at(-1)!;
  }
}
