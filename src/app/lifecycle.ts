import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';

/** How long a stop waits for the answers that are under way. */
const stopTimeoutMs = 30_000;

/** How long a load balancer may see that this process is about to end before it takes no connection any more. */
const leaveMs = 500;

/** How often a stop looks at the open connections. */
const sweepMs = 100;

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
  const { server } = app;
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  // To Node.js a connection is idle although a slow reader has still to get half of the answer: closing it would cut that off.
  const isDrained = () => [...connections].every(({ writableLength }) => writableLength === 0);
  /** A proxy keeps answered connections open and a browser opens some in advance; the process would stay for them. */
  const closeIdle = () => {
    if (isDrained()) server.closeIdleConnections();
    // To Node.js a connection that never sent anything is not idle.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  };
  const stop = async (waitMs: number) => {
    leave();
    await pause(waitMs);
    // Node.js checks no timeout once it is closing.
    const cut = setTimeout(() => server.closeAllConnections(), stopTimeoutMs);
    while (!isDrained()) await pause(sweepMs);
    const sweep = setInterval(closeIdle, sweepMs);
    await app.close();
    clearTimeout(cut);
    clearInterval(sweep);
    await closed();
  };
  process.once('SIGTERM', () => void stop(leaveMs));
  process.once('SIGINT', () => void stop(0));
}
