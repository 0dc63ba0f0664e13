import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Processes that run at the same time, such as the workers of the tests, have ports of their own: one would take a port
 * that another has found free.
 */
const portsPerProcess = 100;
const firstPort = 15_000 + (process.pid % 150) * portsPerProcess;
let next = randomInt(portsPerProcess);

/**
 * Returns a free port of the loopback interface, another one with each call, below the range of ephemeral ports (RFC 6335, section 6; Linux
 * begins at 32768), so that no outgoing connection takes it before the site does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + (next++ % portsPerProcess);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue;
      throw error;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
