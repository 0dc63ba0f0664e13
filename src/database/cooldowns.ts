import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** The key of a cooldown in `quiet_periods`: a digest, so that no address is kept in clear text. */
export const cooldownKey = (subject: string) => createHash('sha256').update(subject).digest('base64url');

/** The subject of the cooldown between two confirmation mails for one form. */
export const confirmationCooldown = (formId: string, emailKey: string) => `confirm ${formId} ${emailKey}`;

/** Starts a cooldown, unless one for the same subject is running. Returns whether it was started. */
export async function startCooldown(db: Transaction<Database>, subject: string, now: Date, until: Date): Promise<boolean> {
  const row = { key: cooldownKey(subject), until: until.toISOString() };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('quiet_periods')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ until: row.until }).where('quiet_periods.until', '<=', now.toISOString()),
    )
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Ends a cooldown. Returns whether one was running or remembered. */
export async function endCooldown(db: Transaction<Database>, subject: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('quiet_periods').where('key', '=', cooldownKey(subject)).executeTakeFirst();
  return numDeletedRows > 0n;
}
