import type { AddressInfo } from 'node:net';
import { createDesk, tabs } from '../application.ts';
import type { Assets } from '../assets.ts';
import type { DeskOptions } from '../context.ts';
import { addLoopbackAccess } from './access.ts';
import { createLoopbackKeys } from './keys.ts';

/**
 * Serves the desk on the loopback interface only. Port 0 means a free port. Returns the address that opens the desk, once.
 * Throws StoreUnavailable, and EADDRINUSE if the port is taken.
 */
export async function serveDesk({ assets, port, ...options }: DeskOptions & { assets: Assets; port: number }) {
  const portOf = () => (app.server.address() as AddressInfo).port;
  const keys = createLoopbackKeys(portOf);
  const app = createDesk({
    options,
    assets,
    addAccess: (instance) => addLoopbackAccess(instance, keys, portOf),
    previewBase: `/preview/${keys.previewKey}`,
    pages: { '/index.html': tabs },
    report: (error) => console.error(error),
    errorPlace: 'the terminal in which the desk runs',
  });
  await app.listen({ host: '127.0.0.1', port });
  return { url: `http://127.0.0.1:${portOf()}/?key=${keys.oneTimeKey}`, close: () => app.close() };
}
