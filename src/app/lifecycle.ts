import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';

/** How long a stop waits for the answers that are under way, in milliseconds. */
const patience = 30_000;

/** How long a balancer may see that this process is about to leave before it takes no connection any more, in milliseconds. */
const farewell = 500;

/**
 * How often a stop hangs up on connections whose last answer is sent, or that never sent a byte: a proxy keeps the former open and a browser
 * opens the latter in advance, and the process would stay for them.
 */
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
  const { server } = front;
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  // To Node.js, which asks for this as well when it closes, a connection is idle although a slow reader has still to get half of the answer.
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    if ([...connections].every(({ writableLength }) => writableLength === 0)) closeIdle();
  };
  const hangUp = () => {
    server.closeIdleConnections();
    // To Node.js one that never sent anything is not idle.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  };
  const stop = async (wait: number) => {
    leave();
    await pause(wait);
    // Node.js checks no timeout once it is closing.
    const cut = setTimeout(() => server.closeAllConnections(), patience);
    const swept = setInterval(hangUp, sweep);
    await front.close();
    clearTimeout(cut);
    clearInterval(swept);
    await closed();
  };
  process.once('SIGTERM', () => void stop(farewell));
  process.once('SIGINT', () => void stop(0));
}
