import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { createApp } from '../../src/app/create-app.ts';
import { createServices } from '../../src/app/create-services.ts';
import { openStore } from '../../src/app/open-store.ts';
import { openDesk } from '../../src/app/remote-desk.ts';
import { startScheduler } from '../../src/app/scheduler.ts';
import { readSettings } from '../../src/app/settings.ts';
import type { Settings } from '../../src/app/settings.ts';
import { renderPage } from '../../src/http/render-page.ts';
import type { RenderRequest } from '../../src/http/render-page.ts';
import { securityHeaders } from '../../src/http/security-headers.ts';
import { readStaticFiles } from '../../src/http/static-files.ts';
import { staticRoutes } from '../../src/http/static-routes.ts';
import { renderMail } from '../../src/mail/render.tsx';
import { freePort } from '../../scripts/free-port.ts';
import { content as ownContent } from './forms.ts';
import type { Content } from '../../src/content/content.ts';
import { currentDeployment, postgresSettings } from './deployment.ts';
import { root } from './environment.ts';
import { organizer } from './organizer.ts';
import type { Site } from './site.ts';

/** Puts the site together as src/app/main.ts does, without its process: no signals, no log, no metrics. */
async function createSite(settings: Settings, now: () => Date, content: Content = ownContent, folder = root) {
  const log = pino({ level: 'silent' });
  const { files, origin } = readStaticFiles(
    join(folder, 'dist'),
    settings.siteUrl,
    securityHeaders(settings.siteUrl, content.site.forms.host),
  );
  const { render } = (await import(pathToFileURL(join(folder, 'dist/server/entry.mjs')).href)) as { render: RenderRequest };
  const services = await createServices({ settings, store: await openStore(settings.databaseUrl), content, renderMail, now, log });
  const { app } = createApp({
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
    onFinished: () => {},
  });
  return {
    app,
    services,
    log,
    async close() {
      await app.close();
      await services.deliveryWorkers.stop();
      await services.store.close();
    },
  };
}

/**
 * Starts the site in this process with a new database and a clock that the test sets. `app.inject` sends requests. Built pages keep the
 * content of the build, which is that of this repository unless `folder` names a copy of the product.
 */
export async function startHttpApp(
  clock: { now: Date },
  env: Record<string, string> = {},
  content: Content = ownContent,
  folder: string = root,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'founder-house-'));
  const { app, services, close } = await createSite(
    readSettings({ DATA_DIR: dataDir, SECRET: 'x'.repeat(32), ...env }),
    () => clock.now,
    content,
    folder,
  );
  return {
    app,
    services,
    dataDir,
    [Symbol.asyncDispose]: async () => {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const systemTime = () => new Date();

/** What a test sees of a site that is no process of its own. */
export type SiteInProcess = Omit<Site, 'process' | 'printed' | 'end'>;

/**
 * Starts the site in this process on a free port, with its outbox, its scheduler and, with DESK_ORIGIN, its desk, in a data folder of its
 * own and on a new database of this project's engine unless others are given. That takes a tenth of the processor time of `startSite`,
 * which is for tests of the process itself: its start, its log, its end.
 */
export async function startSiteInProcess(
  env: Record<string, string> = {},
  { content = ownContent, dataDir: givenFolder }: { content?: Content; dataDir?: string } = {},
): Promise<SiteInProcess> {
  const dataDir = givenFolder ?? mkdtempSync(join(tmpdir(), 'founder-house-'));
  const engine = currentDeployment() === 'postgres' && !env['DATABASE_URL'] ? await postgresSettings() : {};
  const given = { PORT: String(await freePort()), DATA_DIR: dataDir, ...engine, ...env };
  const settings = readSettings(given);
  const { app, services, log, close } = await createSite(settings, systemTime, content);
  const { store, deliveryWorkers, invitationSettings } = services;
  await app.listen({ host: settings.host, port: settings.port });
  const desk = settings.desk && (await openDesk({ settings, services, log, now: systemTime }, settings.desk));
  const scheduler = startScheduler({
    store,
    content,
    invitationSettings,
    settings,
    wakeWorkers: () => deliveryWorkers.wake(),
    readBack: services.readBack,
    now: systemTime,
    log,
  });
  deliveryWorkers.start();
  return {
    url: `http://127.0.0.1:${given.PORT}`,
    dataDir,
    settings: given,
    organizer: (...args) => organizer(args, given),
    [Symbol.asyncDispose]: async () => {
      await scheduler.stop();
      await desk?.close();
      await close();
      if (!givenFolder) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
