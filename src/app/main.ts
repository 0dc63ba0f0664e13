import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadContent } from '../content/load.ts';
import type { RenderMail } from '../mail/mail.ts';
import { formsOf } from '../forms/catalog.ts';
import { startScheduler } from './scheduler.ts';
import { paths } from '../paths.ts';
import type { Store } from './open-store.ts';
import { addressesOf } from '../http/resolve-file.ts';
import { createFront } from '../http/front.ts';
import type { RenderOnDemand } from '../http/astro-renderer.ts';
import { explain } from './explain-error.ts';
import { openHouse } from './create-app.ts';
import { listen } from './lifecycle.ts';
import { createLog } from './log.ts';
import { openOutput } from './log-output.ts';
import { createReadiness } from '../http/readiness.ts';
import { createRequestLog } from '../http/request-log.ts';
import { readSettings } from './settings.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { readStaticFiles } from '../http/static-files.ts';

const dist = join(import.meta.dirname, '../../dist');
const now = () => new Date();
const built = <Module>(file: string) => import(pathToFileURL(join(dist, file)).href) as Promise<Module>;

// Loaded with the first mail, and with the first page that is made on demand: most of the time neither is needed.
const renderMail: RenderMail = async (mail) => (await built<{ renderMail: RenderMail }>('emails/render.js')).renderMail(mail);
const render: RenderOnDemand = async (...visit) => (await built<{ handler: RenderOnDemand }>('server/entry.mjs')).handler(...visit);

/** What counts for Prometheus is loaded where somebody asks for it. */
async function measure(store: Store, port: number) {
  const { createMetrics, listenForMetrics } = await import('./metrics.ts');
  const metrics = createMetrics(store, now);
  return { metrics, server: await listenForMetrics(metrics, port) };
}

/** Serves what is built. Every reason not to start ends in one clear line and exit code 1. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const content = loadContent();
  const common = securityHeaders(settings.siteUrl, content.site.forms.host);
  const { siteUrl: builtFor, files } = readStaticFiles(dist, common);
  const resolve = addressesOf(content, files.keys());
  const unbuilt = formsOf(content).find(({ id }) => !files.has(`${paths.checkInbox(id).slice(1)}.html`));
  if (unbuilt) throw new Error(`dist: content/ has changed since the build (form ${unbuilt.id}); run "npm run build"`);
  const output = openOutput();
  const log = createLog(output);
  // Astro's handler listens for these and says nothing; a promise that fails unseen must end the process, as it does without it.
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'a promise failed unseen');
    log.flush(() => process.exit(1));
  });
  const { store, doors, outbox, rules } = await openHouse({ settings, content, renderMail, now, log });
  const measured = settings.metricsPort === undefined ? undefined : await measure(store, settings.metricsPort);
  const readiness = createReadiness(store, log);
  const logRequest = createRequestLog(output);
  const front = createFront({
    settings,
    content,
    files,
    resolve,
    common,
    render,
    doors,
    readiness,
    metrics: measured?.metrics,
    now,
    log,
    logRequest,
  });
  let scheduler: ReturnType<typeof startScheduler> | undefined;
  const closed = async () => {
    await scheduler?.stop();
    measured?.server.close();
    await outbox.stop();
    await store.close();
    log.flush();
  };
  await listen(front, settings, { leave: () => readiness.leave(), closed });
  // Who cannot listen does no work either: on a busy port the site runs already.
  if (settings.worker) {
    scheduler = startScheduler({ store, content, rules, settings, wakeOutbox: () => outbox.wake(), now, log });
    outbox.start();
  }
  console.log(`Founder House is open at ${settings.siteUrl}`);
  if (builtFor !== settings.siteUrl) console.log(`Its pages were built for ${builtFor}: run "npm run build" with the same SITE_URL`);
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
