import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { assembleSite } from '../../src/app/open-site.ts';
import { openStore } from '../../src/app/open-store.ts';
import { openDesk } from '../../src/app/remote-desk.ts';
import { readSettings } from '../../src/app/settings.ts';
import type { Settings } from '../../src/app/settings.ts';
import type { RenderRequest } from '../../src/http/render-page.ts';
import { securityHeaders } from '../../src/http/security-headers.ts';
import { readStaticFiles } from '../../src/http/static-files.ts';
import { renderMail } from '../../src/mail/render.tsx';
import { freePort } from '../../scripts/free-port.ts';
import { content as ownContent } from './forms.ts';
import type { Content } from '../../src/content/content.ts';
import { currentDeployment, postgresSettings } from './deployment.ts';
import { root } from './environment.ts';
import { organizer } from './organizer.ts';
import type { Site } from './site.ts';

const log = pino({ level: 'silent' });

/** Opens the site with content that may differ from that of the build, without its process: no signals, no log, no metrics. */
async function openSite(settings: Settings, now: () => Date, content: Content = ownContent, folder = root) {
  const dist = join(folder, 'dist');
  const { siteUrl } = settings;
  const { files, origin } = readStaticFiles(dist, siteUrl, securityHeaders(siteUrl, content.site.forms.host));
  const { render } = (await import(pathToFileURL(join(dist, 'server/entry.mjs')).href)) as { render: RenderRequest };
  const store = await openStore(settings.databaseUrl);
  const site = await assembleSite({ settings, store, now, log, onFinished: () => {} }, { content, files, origin, render, renderMail });
  return {
    ...site,
    async close() {
      await site.app.close();
      await site.stop();
      await store.close();
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
  const { app, services, close } = await openSite(
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
  const { app, services, startWorker, close } = await openSite(settings, systemTime, content);
  await app.listen({ host: settings.host, port: settings.port });
  const desk = settings.desk && (await openDesk({ settings, services, log, now: systemTime }, settings.desk));
  startWorker();
  return {
    url: `http://127.0.0.1:${given.PORT}`,
    dataDir,
    settings: given,
    organizer: (...args) => organizer(args, given),
    [Symbol.asyncDispose]: async () => {
      await desk?.close();
      await close();
      if (!givenFolder) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
