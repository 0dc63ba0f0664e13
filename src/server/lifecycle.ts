import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';

/** How long a stop waits for the answers that are under way, in milliseconds. */
const patience = 30_000;

/** How long a balancer may see that this process is about to leave before it takes no connection any more, in milliseconds. */
const farewell = 500;

/** How often a stop hangs up on connections whose last answer is sent: a proxy would keep them open, and the process with them. */
const sweep = 100;

export interface Leaving {
  /** Called first: readiness says no. */
  leave: () => void;
  /** Called last, when the last answer is sent. */
  closed: () => Promise<void>;
}

/** Listens, and on SIGTERM or SIGINT finishes what is in flight before the process ends. Throws when the port is taken. */
export async function listen(
  front: FastifyInstance,
  { host, port }: Pick<Settings, 'host' | 'port'>,
  { leave, closed }: Leaving,
): Promise<void> {
  try {
    await front.listen({ host, port });
  } catch (error) {
    await closed();
    throw error;
  }
  const stop = async (wait: number) => {
    leave();
    await pause(wait);
    // Node checks no timeout once it is closing, and would wait for ever for a connection that never sent a byte.
    const cut = setTimeout(() => front.server.closeAllConnections(), patience);
    const swept = setInterval(() => front.server.closeIdleConnections(), sweep);
    await front.close();
    clearTimeout(cut);
    clearInterval(swept);
    await closed();
  };
  process.once('SIGTERM', () => void stop(farewell));
  process.once('SIGINT', () => void stop(0));
}
