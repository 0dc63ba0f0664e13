import { minuteMs } from '../durations.ts';
import { countRows } from '../database/count-rows.ts';
import type { Engine } from '../database/engine.ts';
import { isDue } from '../database/undelivered.ts';

export interface ChannelFailure {
  channel: string;
  /** When the first delivery that still waits failed: ISO 8601, UTC. */
  since: string;
  /** The most frequent reason of the last attempts. */
  reason: string;
  waiting: number;
}

/** How long a channel must have been failing before it is reported: the first retries resolve most failures. */
const reportedAfterMs = 10 * minuteMs;

export function failureMethods(engine: Engine) {
  return {
    /** Counts the deliveries that wait for another attempt after a failure. */
    countFailing: (): Promise<number> =>
      engine.read((db) => countRows(db.selectFrom('deliveries').where(isDue).where('failing_since', 'is not', null))),

    /** Returns the channels that have had a failing delivery for ten minutes, the longest failing first. */
    listFailing(now: Date): Promise<ChannelFailure[]> {
      return engine.read(async (db) => {
        const rows = await db
          .selectFrom('deliveries')
          .select((expression) => [
            'channel',
            'last_error',
            expression.fn.countAll().as('count'),
            expression.fn.min('failing_since').as('since'),
          ])
          .where(isDue)
          // A delivery that was not attempted because its channel is paused counts as waiting; a delivery that is planned for later does
          // not.
          .where(({ eb, or }) => or([eb('failing_since', 'is not', null), eb('next_attempt_at', '<=', now.toISOString())]))
          .groupBy(['channel', 'last_error'])
          .execute();
        const latestSince = new Date(now.getTime() - reportedAfterMs).toISOString();
        return [...Map.groupBy(rows, ({ channel }) => channel)]
          .flatMap(([channel, ofChannel]) => {
            const failed = ofChannel.filter(({ since }) => since !== null).toSorted((a, b) => Number(b.count) - Number(a.count));
            const since = failed.map((row) => String(row.since)).toSorted()[0];
            if (since === undefined || since > latestSince) return [];
            const waiting = ofChannel.reduce((sum, { count }) => sum + Number(count), 0);
            return [{ channel, since, reason: failed[0]?.last_error ?? '', waiting }];
          })
          .toSorted((a, b) => (a.since < b.since ? -1 : 1));
      });
    },
  };
}
