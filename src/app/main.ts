import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { loadContent } from '../content/load.ts';
import { removeAbandoned } from '../database/work-folder.ts';
import { formsOf } from '../forms/catalog.ts';
import { renderPage } from '../http/render-page.ts';
import type { RenderRequest } from '../http/render-page.ts';
import { createRequestLog } from '../http/request-log.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { readStaticFiles } from '../http/static-files.ts';
import { staticRoutes } from '../http/static-routes.ts';
import type { RenderMail } from '../mail/mail.ts';
import { createApp } from './create-app.ts';
import { createServices } from './create-services.ts';
import { explain } from './explain-error.ts';
import { listen } from './lifecycle.ts';
import { openOutput } from './log-output.ts';
import { createLog } from './log.ts';
import type { Store } from './open-store.ts';
import { startScheduler } from './scheduler.ts';
import { readSettings } from './settings.ts';

const dist = join(import.meta.dirname, '../../dist');
const now = () => new Date();
const built = <Module>(file: string) => import(pathToFileURL(join(dist, file)).href) as Promise<Module>;

// Loaded with the first mail and the first page that is rendered on request; most starts need neither.
const renderMail: RenderMail = async (mail) => (await built<{ renderMail: RenderMail }>('emails/render.js')).renderMail(mail);
const render: RenderRequest = async (...request) => (await built<{ render: RenderRequest }>('server/entry.mjs')).render(...request);

/** The Prometheus client is loaded only if METRICS_PORT is set. */
async function measure(store: Store, port: number) {
  const { createMetrics, listenForMetrics } = await import('./metrics.ts');
  const metrics = createMetrics(store, now);
  return { metrics, server: await listenForMetrics(metrics, port) };
}

/** Serves the build. If the site cannot start, it prints one line and exits with 1. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const content = loadContent();
  const { files, origin } = readStaticFiles(dist, settings.siteUrl, securityHeaders(settings.siteUrl, content.site.forms.host));
  const unbuilt = formsOf(content).find(({ id }) => !files.has(`app/form/${id}/check-your-inbox.html`));
  if (unbuilt) throw new Error(`dist: content/ has changed since the build (form ${unbuilt.id}); run "npm run build"`);
  const output = openOutput();
  const log = createLog(output);
  removeAbandoned(settings.dataDir);
  const services = await createServices({ settings, content, renderMail, now, log });
  const { store, outbox } = services;
  const measured = settings.metricsPort === undefined ? undefined : await measure(store, settings.metricsPort);
  const logRequest = createRequestLog(output);
  const { app, leave } = await createApp({
    settings,
    content,
    services,
    source: {
      isStatic: true,
      file: (name) => files.get(name),
      render: (path, locals) => renderPage(render, new URL(path, settings.siteUrl), locals, origin),
    },
    clientErrorPages: files,
    registerFiles: (instance) => staticRoutes(instance, files),
    now,
    log,
    onAnswered: (answered) => {
      measured?.metrics.answered(answered);
      logRequest(answered);
    },
  });
  let scheduler: ReturnType<typeof startScheduler> | undefined;
  let desk: FastifyInstance | undefined;
  const closed = async () => {
    await desk?.close();
    await scheduler?.stop();
    measured?.server.close();
    await outbox.stop();
    await store.close();
    log.flush();
  };
  await listen(app, settings, { leave, closed });
  if (settings.desk) desk = await (await import('./remote-desk.ts')).openDesk({ settings, content, services, log, now }, settings.desk);
  // A process that cannot listen runs no jobs: if the port is in use, the site is already running.
  if (settings.worker) {
    scheduler = startScheduler({ store, content, rules: services.rules, settings, wakeOutbox: () => outbox.wake(), now, log });
    outbox.start();
  }
  console.log(`Founder House is open at ${settings.siteUrl}`);
  if (settings.desk) console.log(`The desk is open at ${settings.desk.origin}`);
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
