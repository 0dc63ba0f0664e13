import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';

/** How long a stop waits for pending requests. */
const stopTimeoutMs = 30_000;

/** How long `/readyz` returns 503 before the process refuses new connections, so that a load balancer notices. */
const leaveMs = 500;

export interface Leaving {
  /** Called first: makes `/readyz` return 503. */
  leave: () => void;
  /** Called last, after the last response. */
  closed: () => Promise<void>;
}

/** Listens, and on SIGTERM or SIGINT finishes pending requests before the process ends. Throws if the port is in use. */
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
    // Node.js does not check timeouts while it is closing.
    const cut = setTimeout(() => app.server.closeAllConnections(), stopTimeoutMs);
    await app.close();
    clearTimeout(cut);
    await closed();
  };
  process.once('SIGTERM', () => void stop(leaveMs));
  process.once('SIGINT', () => void stop(0));
}
