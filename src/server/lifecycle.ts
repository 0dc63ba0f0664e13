import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';

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
    await front.close();
    await closed();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}
