import type { OutboxRepository } from './repository.ts';

interface ClosureParts {
  outbox: Pick<OutboxRepository, 'closeChannel' | 'openChannel'>;
  /** The organizer gets a mail about a closed channel; undefined if nobody gets one. */
  organizerEmail?: string | undefined;
  now: () => Date;
}

/** Records, for one worker, that its channel is closed or open again. */
export function createClosureRecord(channel: string, { outbox, organizerEmail, now }: ClosureParts) {
  /** Why the channel is closed, until that is recorded. */
  let closedReason: string | undefined;
  /** False at first: an earlier process may have recorded a closure, and the first success of this process lifts it. */
  let isRecordedOpen = false;
  return {
    /** An attempt found the channel closed: the next `record` records it. */
    close(reason: string): void {
      closedReason = reason;
    },
    /** Records a closure, or, if `isOpen`, that the channel is open. */
    async record(isOpen: boolean): Promise<void> {
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
