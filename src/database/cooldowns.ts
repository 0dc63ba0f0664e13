import { hash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { wrongClockMs } from '../durations.ts';
import type { Database } from './schema.ts';
import { deleteRows, upsert } from './store-row.ts';

/** The key of a cooldown in its table, `quiet_periods`: a digest, so that no address is kept in clear text. */
const cooldownKey = (subject: string) => hash('sha256', subject, 'base64url');

/** The subject of the cooldown between two emails with the link to a founder's status page. */
export const statusLinkCooldown = (emailKey: string) => `status ${emailKey}`;

/** The subject of the cooldown between two confirmation emails for one form. */
export const confirmationCooldown = (formId: string, emailKey: string) => `confirm ${formId} ${emailKey}`;

/** The subjects of the cooldowns of the first and the second email to a recipient about one form and address. */
export const mailCooldowns = (recipient: 'founder' | 'organizer', formId: string, emailKey: string) => ({
  first: `mail 1 to ${recipient} ${formId} ${emailKey}`,
  second: `mail 2 to ${recipient} ${formId} ${emailKey}`,
});

/** The subjects of all cooldowns that the posts of one form and address start. */
export const postCooldowns = (formId: string, emailKey: string) => [
  confirmationCooldown(formId, emailKey),
  ...Object.values(mailCooldowns('founder', formId, emailKey)),
  ...Object.values(mailCooldowns('organizer', formId, emailKey)),
];

interface Cooldown {
  now: Date;
  until: Date;
  /**
   * The latest end that a cooldown of the subject can have, `until` by default: a stored one that ends later was started by a clock that was
   * ahead, and does not count as running.
   */
  longestUntil?: Date;
}

/** Starts a cooldown, unless one for the same subject is running. Returns whether it was started. */
export async function startCooldown(
  db: Transaction<Database>,
  subject: string,
  { now, until, longestUntil = until }: Cooldown,
): Promise<boolean> {
  const row = { key: cooldownKey(subject), until: until.toISOString() };
  const impossibleUntil = new Date(longestUntil.getTime() + wrongClockMs).toISOString();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('quiet_periods')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ until: row.until })
        .where(({ eb, or }) => or([eb('quiet_periods.until', '<=', now.toISOString()), eb('quiet_periods.until', '>', impossibleUntil)])),
    )
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Sets the end of a stored cooldown. */
export async function extendCooldown(db: Transaction<Database>, subject: string, until: Date): Promise<void> {
  await db.updateTable('quiet_periods').set({ until: until.toISOString() }).where('key', '=', cooldownKey(subject)).execute();
}

/** Ends cooldowns, of which there must be at least one. Returns whether any was stored. */
export const endCooldowns = (db: Transaction<Database>, subjects: string[]): Promise<boolean> =>
  deleteRows(db.deleteFrom('quiet_periods').where('key', 'in', subjects.map(cooldownKey)));

/** Deletes the cooldowns that ended before an instant. */
export async function deleteEndedCooldowns(db: Transaction<Database>, now: Date): Promise<void> {
  await db.deleteFrom('quiet_periods').where('until', '<', now.toISOString()).execute();
}

/**
 * Counts a use of a subject against its rate: `burst` uses at once, and then one per interval. Returns whether the use is allowed. This is
 * the generic cell rate algorithm (ITU-T I.371). Two simultaneous transactions may be counted as one use.
 */
export async function countUse(
  db: Transaction<Database>,
  subject: string,
  { now, burst, intervalMs }: { now: Date; burst: number; intervalMs: number },
): Promise<boolean> {
  const key = cooldownKey(subject);
  const stored = await db.selectFrom('quiet_periods').select('until').where('key', '=', key).executeTakeFirst();
  const storedMs = stored ? Date.parse(stored.until) : 0;
  // As in `startCooldown`: a stored time that is further ahead than the uses of one burst reach is from a clock that was ahead.
  const isPossible = storedMs <= now.getTime() + burst * intervalMs + wrongClockMs;
  const start = Math.max(now.getTime(), isPossible ? storedMs : 0);
  if (start - now.getTime() > (burst - 1) * intervalMs) return false;
  await upsert(db, 'quiet_periods', { key }, { until: new Date(start + intervalMs).toISOString() });
  return true;
}
