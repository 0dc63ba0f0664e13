import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { pluralize } from '../content/format.ts';
import type { Store } from './open-store.ts';
import type { Settings } from './settings.ts';

/** How long a shutdown waits for pending requests. */
const requestsTimeoutMs = 30_000;

/** How long it waits for jobs and deliveries after that: 45 seconds for the slowest attempt, and 5 seconds to record its outcome. */
const workTimeoutMs = 50_000;

/** How long it waits for its log, which may no longer have a reader. */
const logTimeoutMs = 1000;

/** How long `/readyz` returns 503 before the process refuses new connections, so that a load balancer notices. */
const drainMs = 500;

interface ShutdownSteps {
  /** Called first: makes `/readyz` return 503. */
  startDraining: () => void;
  /** Called after the last response. Resolves once no job and no delivery is under way. */
  finishWork: () => Promise<void>;
  /** Closed last. */
  store: Store;
  log: Pick<Logger, 'warn' | 'flush'>;
}

/**
 * Listens, and on SIGTERM or SIGINT finishes pending requests, jobs and deliveries before the process ends. Each of these waits has
 * a limit, and so does closing the database; if one is exceeded, the log says what was cut off, and the process exits with 1.
 * Throws if the port is in use.
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Settings, 'host' | 'port'>,
  { startDraining, ...steps }: ShutdownSteps,
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await closeAll(steps);
    throw error;
  }
  const stop = async (waitMs: number) => {
    startDraining();
    await pause(waitMs);
    // Node.js does not check timeouts while it is closing.
    const cutOff = setTimeout(() => app.server.closeAllConnections(), requestsTimeoutMs);
    await app.close();
    clearTimeout(cutOff);
    const isComplete = await closeAll(steps);
    // Work that was cut off, and log lines that are still waiting, would keep the process running.
    process.exit(isComplete ? 0 : 1);
  };
  const onTerminate = () => begin(drainMs);
  const onInterrupt = () => begin(0);
  // Without the listeners, another signal of either kind ends the process immediately.
  const begin = (waitMs: number) => {
    process.off('SIGTERM', onTerminate).off('SIGINT', onInterrupt);
    void stop(waitMs);
  };
  process.on('SIGTERM', onTerminate).on('SIGINT', onInterrupt);
}

/** Returns false if something had to be cut off. */
async function closeAll({ finishWork, store, log }: Omit<ShutdownSteps, 'startDraining'>): Promise<boolean> {
  const isFinished = await endsInTime(finishWork(), workTimeoutMs);
  if (!isFinished)
    log.warn(
      `The shutdown did not wait longer than ${workTimeoutMs / 1000} seconds for jobs and deliveries. The unfinished ones run again after the next start.`,
    );
  const cutConnections = await store.close();
  if (cutConnections > 0)
    log.warn(
      `The ${store.database.displayName} did not respond while its connections were being closed; ${pluralize(cutConnections, 'connection')} had to be cut off. Everything that was confirmed to a visitor is stored.`,
    );
  await endsInTime(new Promise((resolve) => log.flush(() => resolve())), logTimeoutMs);
  return isFinished && cutConnections === 0;
}

/** Resolves to whether the work ended within this time. */
async function endsInTime(work: Promise<void>, timeoutMs: number): Promise<boolean> {
  const ended = new AbortController();
  try {
    return await Promise.race([work.then(() => true), pause(timeoutMs, false, { signal: ended.signal })]);
  } finally {
    ended.abort();
  }
}
