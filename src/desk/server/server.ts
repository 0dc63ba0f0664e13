import type { AddressInfo } from 'node:net';
import { createDesk, tabs } from './application.ts';
import type { Assets } from './assets.ts';
import { createContext } from './context.ts';
import type { DeskOptions } from './context.ts';
import { addSecurity } from './security.ts';
import { createSession } from './session.ts';

/**
 * Serves the desk on the loopback interface only. Port 0 means a free port. Returns the address that opens the desk, once.
 * Throws StoreUnavailable, and EADDRINUSE if the port is taken.
 */
export async function serveDesk({ assets, port, ...options }: Omit<DeskOptions, 'countsAtStart'> & { assets: Assets; port: number }) {
  const context = createContext({ ...options, countsAtStart: true });
  const portOf = () => (app.server.address() as AddressInfo).port;
  const session = createSession(portOf);
  const app = createDesk({
    context,
    assets,
    addAccess: (instance) => addSecurity(instance, session, portOf),
    previewBase: `/preview/${session.previewKey}`,
    pages: { '/index.html': tabs },
    report: (error) => console.error(error),
    errorPlace: 'the terminal in which the desk runs',
  });
  await context.live.start();
  try {
    await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    await context.live.stop();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${portOf()}/?key=${session.key}`,
    async close() {
      await context.live.stop();
      await app.close();
    },
  };
}
