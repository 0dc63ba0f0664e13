import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';

/** How long a stop waits for the answers that are under way, in milliseconds. */
const patience = 10_000;

/** Listens, and on SIGTERM or SIGINT finishes what is in flight before the process ends. Throws when the port is taken. */
export async function listen(
  front: FastifyInstance,
  { host, port }: Pick<Settings, 'host' | 'port'>,
  closed: () => Promise<void>,
): Promise<void> {
  try {
    await front.listen({ host, port });
  } catch (error) {
    await closed();
    throw error;
  }
  const stop = async () => {
    // Node checks no timeout once it is closing, and would wait for ever for a connection that never sent a byte.
    const cut = setTimeout(() => front.server.closeAllConnections(), patience);
    await front.close();
    clearTimeout(cut);
    await closed();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}
