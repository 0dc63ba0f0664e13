import type { Logger } from 'pino';
import type { FastifyInstance } from 'fastify';
import type { Content } from '../content/content.ts';
import { retreatZone } from '../content/format.ts';
import { readAssets } from '../desk/server/assets.ts';
import { createDesk, tabs } from '../desk/server/application.ts';
import { addRemoteAccess } from '../desk/server/remote/access.ts';
import { accessRoutes } from '../desk/server/remote/access-routes.ts';
import { signInRoutes } from '../desk/server/remote/sign-in-routes.ts';
import type { Editing } from '../editing/editing.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { createPasskeys } from '../organizers/webauthn.ts';
import type { Services } from './create-services.ts';
import { deskOptions, createSiteEditing } from './desk-options.ts';
import { explainError } from './explain-error.ts';
import { followContent } from './follow-content.ts';
import type { Settings } from './settings.ts';

interface Parts {
  settings: Settings;
  /** Returns the content that the site shows; it changes with each publish. */
  content: () => Content;
  services: Services;
  editing: Editing;
  log: Logger;
  now: () => Date;
}

/** How many posts a client may send per minute to sign in or to register; each takes two posts. */
const attemptsPerMinute = 20;

/**
 * Returns the desk for organizers away from the server, who sign in with passkeys, ready to listen. Throws an Error whose message
 * tells the operator what to do.
 */
export function createDeskApp({ settings, content, services, editing, log, now }: Parts, origin: string): FastifyInstance {
  const { secret, store } = services;
  const assets = readAssets();
  if (!assets) throw new Error('dist/desk: the desk is not built; run "npm run build"');
  const { organizers } = store;
  const passkeys = createPasskeys({ organizers, origin, siteName: content().site.name });
  const countAttempt = createRateLimit({ name: 'desk', perMinute: attemptsPerMinute, secret, shared: store.database.limiter });
  return createDesk({
    // The server's own zone says nothing about the organizers; the dates of the house are in its zone.
    options: deskOptions({ settings, secret, store, content, editing, timeZone: retreatZone, now }),
    assets,
    trustProxy: settings.trustProxy,
    isPublic: true,
    addAccess: (app) => addRemoteAccess(app, { organizers, origin, log, now }),
    addRoutes: (app) => {
      signInRoutes(app, { organizers, passkeys, countAttempt, now });
      accessRoutes(app, { organizers, origin, now });
    },
    previewBase: '/preview',
    pages: { '/index.html': [...tabs, '/access'], '/sign-in.html': ['/sign-in', '/register'] },
    report: (err) => log.error({ err }, 'the desk failed to handle a request'),
    errorPlace: 'the log of the site',
  });
}

/** Serves the desk at DESK_PORT. Throws an Error whose message tells the operator what to do. */
export async function openDesk(
  parts: Omit<Parts, 'editing' | 'content'>,
  { origin, port }: NonNullable<Settings['desk']>,
): Promise<FastifyInstance> {
  const editing = createSiteEditing(parts.services.store, parts.settings.dataDir, parts.now);
  const app = createDeskApp({ ...parts, content: followContent(), editing }, origin);
  await app.listen({ host: parts.settings.host, port }).catch((cause: unknown) => {
    throw new Error(explainError(cause, 'DESK_PORT'), { cause });
  });
  return app;
}
