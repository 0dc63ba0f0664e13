import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { createLog } from '../../src/app/log.ts';
import { assembleSite } from '../../src/app/open-site.ts';
import type { SiteParts } from '../../src/app/open-site.ts';
import { openStore } from '../../src/app/open-store.ts';
import { openDesk } from '../../src/app/remote-desk.ts';
import { readSettings } from '../../src/app/settings.ts';
import { createRequestLog } from '../../src/http/request-log.ts';
import type { RenderRequest } from '../../src/http/render-page.ts';
import { securityHeaders } from '../../src/http/security-headers.ts';
import { readStaticFiles } from '../../src/http/static-files.ts';
import { renderMail } from '../../src/mail/render.tsx';
import { freePort } from './free-port.ts';
import { content as ownContent } from './forms.ts';
import type { Content } from '../../src/content/content.ts';
import { createSqliteFile, currentDeployment, postgresSettings } from './deployment.ts';
import { root } from './environment.ts';
import { organizer } from './organizer.ts';
import type { Site } from './site.ts';

type BuiltFiles = ReturnType<typeof readStaticFiles>;
const filesOfSites = new Map<string, BuiltFiles>();

const readFiles = (siteUrl: string, formHost: string, folder = root): BuiltFiles =>
  readStaticFiles(join(folder, 'dist'), siteUrl, securityHeaders(siteUrl, formHost));

/** Reads the built files once for all sites with the same origin, because that takes half of a start, and no test changes them. */
function readFilesOnce(siteUrl: string, formHost: string): BuiltFiles {
  const key = `${siteUrl} ${formHost}`;
  const files = filesOfSites.get(key) ?? readFiles(siteUrl, formHost);
  filesOfSites.set(key, files);
  return files;
}

interface OpenedSite extends Pick<SiteParts, 'settings' | 'now' | 'log' | 'onFinished'> {
  content: Content;
  files: BuiltFiles;
  /** The folder of the product. */
  folder: string;
}

/** Opens the site with content that may differ from that of the build, without its process: no signals, no metrics. */
async function openSite({ content, files: { files, origin }, folder, ...parts }: OpenedSite) {
  const entry = pathToFileURL(join(folder, 'dist/server/entry.mjs')).href;
  // Loaded with the first page that is rendered on request, as in the process.
  const render: RenderRequest = async (...request) => ((await import(entry)) as { render: RenderRequest }).render(...request);
  const store = await openStore(parts.settings.databaseUrl);
  const site = await assembleSite({ ...parts, store }, { content, files, origin, render, renderMail });
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
  createSqliteFile(join(dataDir, 'founder-house.db'));
  const settings = readSettings({ DATA_DIR: dataDir, SECRET: 'x'.repeat(32), ...env });
  const { host } = content.site.forms;
  const { app, services, close } = await openSite({
    settings,
    content,
    files: folder === root ? readFilesOnce(settings.siteUrl, host) : readFiles(settings.siteUrl, host, folder),
    folder,
    now: () => clock.now,
    log: pino({ level: 'silent' }),
    onFinished: () => {},
  });
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

/** What a test sees of a site that is no process of its own. */
export type SiteInProcess = Omit<Site, 'process' | 'end'>;

interface SiteInProcessOptions {
  content?: Content;
  dataDir?: string;
  /** The folder of the product; this repository by default. */
  folder?: string;
  now?: () => Date;
}

/**
 * Starts the site in this process on a free port, with its log, its outbox, its scheduler and, with DESK_ORIGIN, its desk, in a data folder
 * of its own and on a new database of this project's engine unless others are given. That takes a tenth of the processor time of
 * `startSite`, which is for tests of the process itself: its start, its output, its end.
 */
export async function startSiteInProcess(
  env: Record<string, string> = {},
  { content = ownContent, dataDir: givenFolder, folder = root, now = () => new Date() }: SiteInProcessOptions = {},
): Promise<SiteInProcess> {
  const dataDir = givenFolder ?? mkdtempSync(join(tmpdir(), 'founder-house-'));
  const engine = currentDeployment() === 'postgres' && !env['DATABASE_URL'] ? await postgresSettings() : {};
  const given: Record<string, string> = { PORT: String(await freePort()), DATA_DIR: dataDir, ...engine, ...env };
  if (!given['DATABASE_URL']) createSqliteFile(join(dataDir, 'founder-house.db'));
  const settings = readSettings(given);
  let logged = '';
  const output = { write: (line: string) => void (logged += line), flush: () => {} };
  const log = createLog(output);
  const { app, services, startWorker, close } = await openSite({
    settings,
    content,
    files: readFiles(settings.siteUrl, content.site.forms.host, folder),
    folder,
    now,
    log,
    onFinished: createRequestLog(output),
  });
  await app.listen({ host: settings.host, port: settings.port });
  const desk = settings.desk && (await openDesk({ settings, services, log, now }, settings.desk));
  startWorker();
  return {
    url: `http://127.0.0.1:${given.PORT}`,
    dataDir,
    settings: given,
    printed: () => logged,
    organizer: (...args) => organizer(args, given),
    [Symbol.asyncDispose]: async () => {
      await desk?.close();
      await close();
      if (!givenFolder) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
