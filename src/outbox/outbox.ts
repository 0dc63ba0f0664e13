import type { Channel } from './channel.ts';
import { createWorker } from './worker.ts';
import type { WorkerParts } from './worker.ts';

/** How often a worker looks for due deliveries if nobody wakes it. */
const pollMs = 1000;

export interface OutboxParts extends Omit<WorkerParts, 'noticesFor'> {
  channels: Channel[];
  noticesFor?: WorkerParts['noticesFor'];
}

/** Runs one worker for each channel. A slow channel holds up no other. */
export function createOutbox({ channels, noticesFor = () => [], ...parts }: OutboxParts) {
  const workers = channels.map((channel) => createWorker(channel, { ...parts, noticesFor }));
  const sleeping = new Set<() => void>();
  /** What is enqueued after the last look of a poll would otherwise wait for a whole interval. */
  let wakeCount = 0;
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  function sleep(): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        sleeping.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, pollMs);
      sleeping.add(wake);
    });
  }

  async function run(worker: (typeof workers)[number]): Promise<void> {
    while (!stopping.signal.aborted) {
      const before = wakeCount;
      await worker.poll().catch((error: unknown) => parts.log.error({ err: error }, 'the outbox cannot be polled'));
      if (!stopping.signal.aborted && wakeCount === before) await sleep();
    }
  }

  const outbox = {
    /** Polls at once: something was enqueued. */
    wake(): void {
      wakeCount += 1;
      for (const wake of sleeping) wake();
    },
    /** Delivers everything that is due now. Returns the number of attempts. */
    async drain(): Promise<number> {
      const counts = await Promise.all(workers.map((worker) => worker.poll()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    start(): void {
      running = Promise.all(workers.map(run));
    },
    /** Resolves once the attempts under way have ended and are recorded. */
    async stop(): Promise<void> {
      stopping.abort();
      for (const worker of workers) worker.stop();
      outbox.wake();
      await running;
      for (const channel of channels) channel.close?.();
    },
  };
  return outbox;
}
