import { dayMs } from '../durations.ts';
import type { Engine } from '../database/engine.ts';
import { endCooldowns, extendCooldown, startCooldown } from '../database/cooldowns.ts';
import { isDue } from '../database/undelivered.ts';
import { enqueue } from './enqueue.ts';

/** A channel whose receiver accepts nothing until a person fixes something. */
interface ClosedChannel {
  channel: string;
  /** Why it is closed, and what to fix. */
  reason: string;
  isMailed: boolean;
  now: Date;
}

/** That a channel is closed is ignored after this time if the channel no longer has a worker. */
const closedMs = 7 * dayMs;

const cooldownOf = (channel: string) => `closed ${channel}`;

export function closedChannelMethods(engine: Engine) {
  return {
    /**
     * Records that a channel is closed. The organizer is emailed only the first time, over all workers and restarts, until the channel is
     * open again.
     */
    closeChannel({ channel, reason, isMailed, now }: ClosedChannel): Promise<void> {
      const until = new Date(now.getTime() + closedMs);
      return engine.transact(async (db) => {
        if (!(await startCooldown(db, cooldownOf(channel), { now, until }))) await extendCooldown(db, cooldownOf(channel), until);
        else if (isMailed)
          await enqueue(db, [{ channel: 'mail', kind: 'provider-refused', payload: { channel, reason } }], { submissionId: null, now });
      });
    },

    /** Records that a channel is open again. Deliveries that were tried before it closed get a new day of retries. */
    openChannel(channel: string, now: Date): Promise<void> {
      return engine.transact(async (db) => {
        if (!(await endCooldowns(db, [cooldownOf(channel)]))) return;
        await db.updateTable('deliveries').set({ trying_since: now.toISOString() }).where(isDue).where('channel', '=', channel).execute();
      });
    },
  };
}

interface RecordParts {
  outbox: ReturnType<typeof closedChannelMethods>;
  /** The organizer gets an email about a closed channel; undefined if nobody gets one. */
  organizerEmail?: string | undefined;
  now: () => Date;
}

/** Records, for one worker, that its channel is closed or open again. */
export function createChannelRecord(channel: string, { outbox, organizerEmail, now }: RecordParts) {
  /** Why the channel is closed, until that is recorded. */
  let closedReason: string | undefined;
  /** False at first: an earlier process may have recorded that the channel is closed, and the first success of this process ends that. */
  let isRecordedOpen = false;
  return {
    /** An attempt found the channel closed: the next `write` records it. */
    close(reason: string): void {
      closedReason = reason;
    },
    /** Records that the channel is closed, or, if `isOpen`, that it is open. */
    async write(isOpen: boolean): Promise<void> {
      if (closedReason !== undefined) {
        await outbox.closeChannel({ channel, reason: closedReason, isMailed: organizerEmail !== undefined, now: now() });
        closedReason = undefined;
        isRecordedOpen = false;
      } else if (isOpen && !isRecordedOpen) {
        await outbox.openChannel(channel, now());
        isRecordedOpen = true;
      }
    },
  };
}
