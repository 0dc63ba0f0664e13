/**
 * Returns the reminder that is due before a start, as a number of units of time; of several that are late, as after a stop, the last one.
 * Returns undefined if none is due, or after the start.
 */
export function findDueReminder(reminders: readonly number[], unitMs: number, start: Date, now: Date): number | undefined {
  const left = (start.getTime() - now.getTime()) / unitMs;
  const due = reminders.filter((reminder) => reminder >= left);
  return left > 0 && due.length > 0 ? Math.min(...due) : undefined;
}
