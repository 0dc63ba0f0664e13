import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a free port of the loopback interface, below the range of ephemeral ports (RFC 6335, section 6; Linux begins at 32768), so that no
 * outgoing connection takes it before the site does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000);
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
