import type { Kysely, Transaction } from 'kysely';
import { phaseOfWorkshop } from '../content/workshop-schedule.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import type { Engine } from '../database/engine.ts';
import { actorName } from '../database/actor-name.ts';
import type { Database, OrganizerActor } from '../database/schema.ts';
import { insertIfNew } from '../database/store-row.ts';
import { Refused } from '../refused.ts';
import type { Attendance, AttendanceRemoval, LetterAfterWorkshop } from './attendance-text.ts';

/** Returns the workshop of a form if it has attendance: it has begun, and is not cancelled. Otherwise returns undefined. */
export const workshopWithAttendance = (workshops: readonly WorkshopContent[], formId: string, now: Date): WorkshopContent | undefined =>
  workshops.find((workshop) => workshop.form.id === formId && !workshop.cancelled && phaseOfWorkshop(workshop, now) !== 'upcoming');

/** Returns the workshop of a form. Throws Refused if the workshop has no attendance. */
export function assertWithAttendance(workshops: readonly WorkshopContent[], formId: string, now: Date): WorkshopContent {
  const workshop = workshopWithAttendance(workshops, formId, now);
  if (!workshop) throw new Refused('Only a registration for a workshop that has begun and is not cancelled has attendance.');
  return workshop;
}

interface AttendanceSources {
  workshops: Pick<ReturnType<typeof attendanceMethods>, 'findAttendance' | 'listAttendanceRemovals'>;
  letters: { findSentAfterWorkshop: (submissionId: string, workshop: string) => Promise<LetterAfterWorkshop | null> };
}

/** Returns what the desk and the command say about the attendance of a founder, by the id of a registration and the slug of its workshop. */
export const readAttendance = async ({ workshops, letters }: AttendanceSources, submissionId: string, workshop: string) => ({
  /** Null if it is not recorded that the founder joined. */
  joined: await workshops.findAttendance(submissionId),
  /** The oldest first. */
  removals: await workshops.listAttendanceRemovals(submissionId),
  /** The letter after the workshop that the founder was last sent; null if there is none. */
  letter: await letters.findSentAfterWorkshop(submissionId, workshop),
});

/** The methods of the workshops' repository about who joined. Attendance counts for all registrations of a founder for one workshop. */
export function attendanceMethods(engine: Engine) {
  return {
    /**
     * Records that a founder pressed the button; the first press counts, and replaces what an organizer recorded for any registration of
     * the founder. Returns false if the registration was erased meanwhile.
     */
    recordAttendance(submissionId: string, now: Date): Promise<boolean> {
      return engine.transact(async (db) => {
        if (!(await lockRegistration(db, submissionId))) return false;
        if ((await findAttendance(db, submissionId))?.actor === 'founder') return true;
        await db.deleteFrom('attendance').where('submission_id', 'in', idsOfFounder(db, submissionId)).execute();
        await db
          .insertInto('attendance')
          .values({ submission_id: submissionId, joined_at: now.toISOString(), actor: 'founder', actor_name: null })
          .execute();
        return true;
      });
    },

    /** Returns how it was recorded that a founder joined, by the id of a registration; null if it was not. */
    findAttendance: (submissionId: string): Promise<Attendance | null> => engine.read((db) => findAttendance(db, submissionId)),

    /**
     * Records by hand that a founder joined. Throws Refused.
     */
    recordAttendanceByHand(submissionId: string, by: OrganizerActor, now: Date): Promise<void> {
      return engine.transact(async (db) => {
        await lockConfirmed(db, submissionId);
        if (await findAttendance(db, submissionId)) throw new Refused('The founder is already recorded as joined.');
        await db
          .insertInto('attendance')
          .values({ submission_id: submissionId, joined_at: now.toISOString(), actor: 'organizer', actor_name: actorName(by) })
          .execute();
      });
    },

    /** Removes what was recorded by hand, and records who did that. Throws Refused. */
    removeAttendanceByHand(submissionId: string, by: OrganizerActor, now: Date): Promise<void> {
      return engine.transact(async (db) => {
        await lockConfirmed(db, submissionId);
        const removed = await db
          .deleteFrom('attendance')
          .where('actor', '=', 'organizer')
          .where('submission_id', 'in', idsOfFounder(db, submissionId))
          .returning('submission_id')
          .execute();
        if (removed.length === 0) throw new Refused('Nobody has recorded by hand that the founder joined.');
        await insertIfNew(db, 'attendance_removals', {
          submission_id: submissionId,
          removed_at: now.toISOString(),
          actor_name: actorName(by),
        });
      });
    },

    /** Returns the removals of what was recorded by hand about a founder, the oldest first, by the id of a registration. */
    listAttendanceRemovals(submissionId: string): Promise<AttendanceRemoval[]> {
      return engine.read((db) =>
        db
          .selectFrom('attendance_removals')
          .select(['removed_at as removedAt', 'actor_name as name'])
          .where('submission_id', 'in', idsOfFounder(db, submissionId))
          .orderBy('removed_at')
          .execute(),
      );
    },
  };
}

/** Selects all registrations of the founder of one of them for the same workshop. */
function registrationsOfFounder(db: Kysely<Database>, submissionId: string) {
  const one = db.selectFrom('submissions').where('id', '=', submissionId);
  return db.selectFrom('submissions').where('email_key', '=', one.select('email_key')).where('form_id', '=', one.select('form_id'));
}

const idsOfFounder = (db: Kysely<Database>, submissionId: string) => registrationsOfFounder(db, submissionId).select('id');

/**
 * Returns a registration, which is not erased before the transaction ends; undefined if it was erased already. All registrations of the
 * founder for the workshop are locked, in the order of their ids: of two simultaneous transactions about different ones, the second one
 * waits here, and then reads what the first one recorded.
 */
async function lockRegistration(db: Transaction<Database>, submissionId: string) {
  const registrations = await registrationsOfFounder(db, submissionId).select(['id', 'state']).orderBy('id').forUpdate().execute();
  return registrations.find(({ id }) => id === submissionId);
}

/** Locks a registration as `lockRegistration` does. Throws Refused if it is not confirmed or was erased. */
async function lockConfirmed(db: Transaction<Database>, submissionId: string): Promise<void> {
  const registration = await lockRegistration(db, submissionId);
  if (registration?.state !== 'accepted') throw new Refused('This sign-up is not confirmed, or has been erased in the meantime.');
}

async function findAttendance(db: Kysely<Database>, submissionId: string): Promise<Attendance | null> {
  const row = await db
    .selectFrom('attendance')
    .select(['joined_at as joinedAt', 'actor', 'actor_name as name'])
    .where('submission_id', 'in', idsOfFounder(db, submissionId))
    // What the founder did comes before what an organizer recorded for another registration.
    .orderBy('actor')
    .orderBy('joined_at')
    .executeTakeFirst();
  return row ?? null;
}
