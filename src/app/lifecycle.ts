import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';

/** How long a stop waits for the answers that are under way. */
const stopTimeoutMs = 30_000;

/** How long a load balancer may see that this process is about to end before it takes no connection any more. */
const leaveMs = 500;

export interface Leaving {
  /** Called first: `/readyz` answers 503. */
  leave: () => void;
  /** Called last, when the last answer is sent. */
  closed: () => Promise<void>;
}

/** Listens, and on SIGTERM or SIGINT finishes what is in flight before the process ends. Throws when the port is taken. */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Settings, 'host' | 'port'>,
  { leave, closed }: Leaving,
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await closed();
    throw error;
  }
  const stop = async (waitMs: number) => {
    leave();
    await pause(waitMs);
    // Node.js checks no timeout once it is closing.
    const cut = setTimeout(() => app.server.closeAllConnections(), stopTimeoutMs);
    await app.close();
    clearTimeout(cut);
    await closed();
  };
  process.once('SIGTERM', () => void stop(leaveMs));
  process.once('SIGINT', () => void stop(0));
}
