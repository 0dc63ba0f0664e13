import type { Logger } from 'pino';
import type { FastifyInstance } from 'fastify';
import type { Content } from '../content/content.ts';
import { readAssets } from '../desk/server/assets.ts';
import { createRemoteDesk } from '../desk/server/remote/server.ts';
import type { Editing } from '../editing/publisher.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { Services } from './create-services.ts';
import { deskOptions, openEditing } from './desk-options.ts';
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

/** How many posts a client may send per minute to sign in or to register. Each of both takes two. */
const attemptsPerMinute = 20;

/** Returns the desk for organizers away from the server, ready to listen. Throws an Error in the operator's words. */
export function createDeskApp({ settings, content, services, editing, log, now }: Parts, origin: string): FastifyInstance {
  const { secret, store } = services;
  const assets = readAssets();
  if (!assets) throw new Error('dist/desk: the desk is not built; run "npm run build"');
  return createRemoteDesk({
    ...deskOptions({ settings, secret, store, content, editing, now }),
    assets,
    origin,
    trustProxy: settings.trustProxy,
    rate: createRateLimit({ name: 'desk', perMinute: attemptsPerMinute, secret, shared: store.database.limiter }),
    log,
    now,
  });
}

/** Serves the desk at DESK_PORT. Throws an Error in the operator's words. */
export async function openDesk(
  parts: Omit<Parts, 'editing' | 'content'>,
  { origin, port }: NonNullable<Settings['desk']>,
): Promise<FastifyInstance> {
  const editing = openEditing(parts.services.store, parts.settings.dataDir, parts.now);
  const app = createDeskApp({ ...parts, content: followContent(), editing }, origin);
  await app.listen({ host: parts.settings.host, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`DESK_PORT: ${port} is taken by another program; stop it, or set DESK_PORT to a free one`, { cause: error });
  });
  return app;
}
