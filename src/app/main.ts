import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { contentFolder } from '../content/load.ts';
import { removeAbandoned } from '../database/work-folder.ts';
import { createDrafts } from '../editing/drafts.ts';
import { createReleases, type Releases } from '../editing/releases.ts';
import { createRequestLog, type FinishedRequest } from '../http/request-log.ts';
import { explainError } from './explain-error.ts';
import { followReleases } from './follow-releases.ts';
import { listen } from './lifecycle.ts';
import { openOutput } from './log-output.ts';
import { createLog } from './log.ts';
import { dist } from './open-site.ts';
import { openStore, type Store } from './open-store.ts';
import { readSettings, listSettingsWarnings } from './settings.ts';

// Otherwise React renders with its slower build for development. It is loaded with the first page that is rendered, after this line.
process.env['NODE_ENV'] ||= 'production';

const now = () => new Date();

/** The Prometheus client is loaded only if METRICS_PORT is set. */
async function measure(store: Store, port: number) {
  const { createMetrics, listenForMetrics } = await import('./metrics.ts');
  const metrics = createMetrics(store, now);
  return { metrics, server: await listenForMetrics(metrics, port) };
}

/** Completes a publish that was interrupted. */
function completePublish(releases: Releases, log: Logger): void {
  try {
    releases.recover();
  } catch (error) {
    // The site may be able to start with the build that is there; if not, its own message says why.
    log.error({ err: error }, 'a publish that was interrupted could not be completed; the next publish or start tries again');
  }
}

/** Serves the build. If the site cannot start, it prints one line and exits with 1. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const output = openOutput();
  const log = createLog(output);
  for (const warning of listSettingsWarnings(process.env)) log.warn(warning);
  const folders = { contentFolder: contentFolder(), dataDir: settings.dataDir, dist };
  completePublish(createReleases(folders, createDrafts(folders)), log);
  removeAbandoned(settings.dataDir);
  const store = await openStore(settings.databaseUrl);
  const measured = settings.metricsPort === undefined ? undefined : await measure(store, settings.metricsPort);
  const logRequest = createRequestLog(output);
  const parts = {
    settings,
    store,
    now,
    log,
    onFinished: (finished: FinishedRequest) => {
      measured?.metrics.observe(finished);
      logRequest(finished);
    },
  };
  const site = await followReleases(parts);
  const first = site.current();
  let desk: Promise<FastifyInstance> | undefined;
  const finishWork = async () => {
    // It may still be opening.
    await (await desk)?.close();
    await site.stop();
    measured?.server.close();
    measured?.server.closeAllConnections();
  };
  await listen(first.app, settings, { startDraining: () => site.current().startDraining(), finishWork, store, log });
  const { desk: deskAddress } = settings;
  if (deskAddress) {
    desk = import('./remote-desk.ts').then(({ openDesk }) => openDesk({ settings, services: first.services, log, now }, deskAddress));
    await desk;
  }
  // A process that cannot listen runs no jobs: if the port is in use, the site is already running.
  site.start();
  console.log(`Founder House is open at ${settings.siteUrl}`);
  if (deskAddress) console.log(`The desk is open at ${deskAddress.origin}`);
  const { builtFor } = first;
  if (builtFor !== settings.siteUrl)
    log.warn(
      `the pages were built for ${builtFor}, so each start rewrites that address to SITE_URL; "npm run build" builds them for SITE_URL`,
    );
}

main().catch((error: unknown) => {
  console.error(explainError(error));
  process.exit(1);
});
