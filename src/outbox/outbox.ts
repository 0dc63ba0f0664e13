import type { Logger } from 'pino';
import type { Channel } from './channel.ts';
import { createLane } from './worker.ts';
import type { LaneParts } from './worker.ts';

/** How often a lane looks for what has become due, when nobody wakes it, in milliseconds. */
const interval = 1000;

export interface Outbox {
  /** Something was written down: look now. */
  wake(): void;
  /** Delivers everything that is due now. Answers how many attempts were made. */
  drain(): Promise<number>;
  start(): void;
  /** Resolves when what is in hand has ended and is written down. */
  stop(): Promise<void>;
}

export interface OutboxParts {
  store: LaneParts['store'];
  channels: Channel[];
  now: () => Date;
  /** What tells the organizer that a channel is closed; nobody, where nothing is said. */
  noticesOf?: LaneParts['noticesOf'];
  log: Pick<Logger, 'warn' | 'error'>;
}

/** The worker over all channels. A slow channel holds up no other. */
export function createOutbox({ store, channels, now, noticesOf = () => [], log }: OutboxParts): Outbox {
  const failed = (about: object) => log.warn(about, 'a delivery failed');
  const lanes = channels.map((channel) => createLane(channel, { store, now, failed, noticesOf }));
  const sleeping = new Set<() => void>();
  /** How often somebody asked to look. What is written down behind a pass's last look would otherwise wait a whole interval. */
  let calls = 0;
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  const rest = () =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        sleeping.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, interval);
      sleeping.add(wake);
    });

  async function run(lane: (typeof lanes)[number]): Promise<void> {
    while (!stopping.signal.aborted) {
      const before = calls;
      await lane.pass().catch((error: unknown) => log.error({ err: error }, 'the outbox cannot be worked on'));
      if (!stopping.signal.aborted && calls === before) await rest();
    }
  }

  return {
    wake() {
      calls++;
      for (const wake of sleeping) wake();
    },
    drain: async () => (await Promise.all(lanes.map((lane) => lane.pass()))).reduce((sum, made) => sum + made, 0),
    start() {
      running = Promise.all(lanes.map(run));
    },
    async stop() {
      stopping.abort();
      for (const lane of lanes) lane.stop();
      this.wake();
      await running;
      for (const channel of channels) channel.close?.();
    },
  };
}
