import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { Content } from '../content/content.ts';
import { loadContent } from '../content/load.ts';
import { findUnbuiltForm } from '../forms/catalog.ts';
import { renderPage, type RenderRequest } from '../http/render-page.ts';
import type { LogRequest } from '../http/request-log.ts';
import { securityHeaders } from '../http/security-headers.ts';
import type { OriginChange } from '../http/change-origin.ts';
import { readStaticFiles, type StaticFile } from '../http/static-files.ts';
import { staticRoutes } from '../http/static-routes.ts';
import type { RenderMail } from '../mail/mail.ts';
import { createApp } from './create-app.ts';
import { createServices } from './create-services.ts';
import type { Store } from './open-store.ts';
import { startScheduler } from './scheduler.ts';
import type { Settings } from './settings.ts';

export const dist = join(import.meta.dirname, '../../dist');

export interface SiteParts {
  settings: Settings;
  store: Store;
  now: () => Date;
  log: Logger;
  onFinished: LogRequest;
}

/** The site with one version of content/ and its build: the app that serves them, and the worker that sends their emails. */
export type OpenSite = Awaited<ReturnType<typeof assembleSite>>;

/** Returns when the build in `dist` was finished, in milliseconds since 1970; undefined while there is none. */
const builtAt = (): number | undefined => statSync(join(dist, 'build.json'), { throwIfNoEntry: false })?.mtimeMs;

/** Returns a function that returns whether the build was replaced since its last call. While a build is being replaced there is none. */
export function watchBuild(): () => boolean {
  let known = builtAt();
  return () => {
    const newest = builtAt();
    if (newest === undefined || newest === known) return false;
    known = newest;
    return true;
  };
}

/** What a site serves: one version of its content, and the build of that content. */
interface ServedBuild {
  content: Content;
  /** The built files, by their paths. */
  files: Map<string, StaticFile>;
  origin: OriginChange;
  render: RenderRequest;
  renderMail: RenderMail;
}

/**
 * Opens the site with content/ and its build. Throws an Error whose message tells the operator what to do if they do not belong together
 * or cannot be read.
 */
export async function openSite(parts: SiteParts): Promise<OpenSite> {
  const content = loadContent();
  const { siteUrl } = parts.settings;
  const { files, origin } = readStaticFiles(dist, siteUrl, securityHeaders(siteUrl, content.site.forms.host));
  const unbuilt = findUnbuiltForm(content, (file) => files.has(file));
  if (unbuilt) throw new Error(`dist: content/ has changed since the build (form ${unbuilt.id}); run "npm run build"`);
  // Loaded with the first email and the first page that is rendered on request; most starts need neither.
  const [mails, pages] = [
    builtModule<{ renderMail: RenderMail }>('emails/render.js'),
    builtModule<{ render: RenderRequest }>('server/entry.mjs'),
  ];
  const renderMail: RenderMail = async (mail) => (await mails()).renderMail(mail);
  const render: RenderRequest = async (...request) => (await pages()).render(...request);
  return assembleSite(parts, { content, files, origin, render, renderMail });
}

/**
 * Returns a function that imports a built file. Builds with the same bytes share one module: a module is never released, and most publishes
 * change only content, which no module contains.
 */
function builtModule<Module>(file: string): () => Promise<Module> {
  const path = join(dist, file);
  const url = `${pathToFileURL(path).href}?sha256=${hash('sha256', readFileSync(path))}`;
  return () => import(url) as Promise<Module>;
}

/** Puts a site together from its parts and what it serves. */
export async function assembleSite(
  { settings, store, now, log, onFinished }: SiteParts,
  { content, files, origin, render, renderMail }: ServedBuild,
) {
  const services = await createServices({ settings, store, content, renderMail, now, log });
  const { deliveryWorkers, invitationSettings } = services;
  const { app, startDraining } = createApp({
    settings,
    content,
    services,
    source: {
      isStatic: true,
      findFile: (name) => files.get(name),
      render: (path, locals) => renderPage(render, new URL(path, settings.siteUrl), locals, origin),
    },
    clientErrorPages: files,
    registerFiles: (instance) => staticRoutes(instance, files),
    now,
    log,
    onFinished,
  });
  // Not earlier: an app that fails to become ready is never stopped.
  app.addHook('onReady', async () => services.pageViews.start());
  let scheduler: ReturnType<typeof startScheduler> | undefined;
  return {
    services,
    app,
    /** The origin for which the pages were built. */
    builtFor: origin.builtFor,
    /** Makes `/readyz` return 503. */
    startDraining,
    /** Begins to deliver and to run jobs. */
    startWorker() {
      scheduler = startScheduler({
        store,
        content,
        invitationSettings,
        settings,
        wakeWorkers: () => deliveryWorkers.wake(),
        readBack: services.readBack,
        now,
        log,
      });
      deliveryWorkers.start();
    },
    /** Stops the page views, and the worker if it runs. Resolves once no job runs and no delivery is leased. */
    async stop() {
      await scheduler?.stop();
      await deliveryWorkers.stop();
      await services.pageViews.stop();
    },
  };
}
