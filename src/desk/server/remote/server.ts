import type { Logger } from 'pino';
import type { RateLimit } from '../../../http/rate-limit.ts';
import type { Organizers } from '../../../organizers/repository.ts';
import { createPasskeys } from '../../../organizers/webauthn.ts';
import { createDesk, tabs } from '../application.ts';
import type { Assets } from '../assets.ts';
import { createContext } from '../context.ts';
import type { DeskOptions } from '../context.ts';
import { addRemoteAccess } from './access.ts';
import { accessRoutes } from './access-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';

interface RemoteDeskOptions extends Omit<DeskOptions, 'countsAtStart'> {
  organizers: Organizers;
  assets: Assets;
  /** The origin at which browsers reach the desk, behind TLS. */
  origin: string;
  trustProxy: boolean | string[];
  /** Counts the attempts to sign in and to register. */
  rate: RateLimit;
  log: Logger;
  now: () => Date;
}

/** Returns the desk for organizers away from the server, who sign in with passkeys. The caller listens and closes. */
export function createRemoteDesk({ assets, trustProxy, ...options }: RemoteDeskOptions) {
  const { organizers, origin, rate, log, now, content } = options;
  const context = createContext({ ...options, countsAtStart: false });
  const passkeys = createPasskeys({ organizers, origin, siteName: content().site.name });
  const app = createDesk({
    context,
    assets,
    trustProxy,
    addAccess: (instance) => addRemoteAccess(instance, { organizers, origin, log, now }),
    routes: [signInRoutes({ organizers, passkeys, rate, now }), accessRoutes({ organizers, origin, now })],
    previewBase: '/preview',
    pages: { '/index.html': [...tabs, '/access'], '/sign-in.html': ['/sign-in', '/register'] },
    report: (err) => log.error({ err }, 'the desk failed to handle a request'),
    errorPlace: 'the log of the site',
  });
  app.addHook('preClose', () => context.live.stop());
  return app;
}
