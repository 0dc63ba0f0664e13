import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import proxy from '@fastify/http-proxy';
import { dev } from 'astro';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { runnerImport } from 'vite';
import { ContentError } from '../content/content-error.ts';
import type { Content } from '../content/content.ts';
import { contentFolder, loadContent } from '../content/load.ts';
import { HttpError } from '../http/http-error.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { filesWithoutAddress } from '../http/static-routes.ts';
import { cachedPage, mediaTypes } from '../http/static-files.ts';
import { createRequestLog, type LogRequest } from '../http/request-log.ts';
import type { RenderMail } from '../mail/mail.ts';
import { createApp } from './create-app.ts';
import { createServices } from './create-services.ts';
import { listen } from './lifecycle.ts';
import { openOutput } from './log-output.ts';
import { createLog } from './log.ts';
import { openStore, type Store } from './open-store.ts';
import { readSettings, type Settings } from './settings.ts';
import { createSiteSwitch } from './site-switch.ts';

const now = () => new Date();

/** A program that saves a file often empties it first. The file is read this long after the first event. */
const savedAfterMs = 50;

/** Builds and tests keep more files there than the rest of the product has; watching them would take as long as rendering a page. */
const unwatched = ['.cache', 'dist'].map((name) => join(import.meta.dirname, '../..', name));
const isUnwatched = (path: string) => unwatched.some((folder) => path === folder || path.startsWith(`${folder}/`));

/**
 * `npm run dev`: the same app and routes as in production. Only its pages come from Astro's development server, which
 * runs behind it on a separate port and renders each page again, so that changes of content and code are visible immediately. Addresses,
 * forms and emails follow each change of the content. `stopProvider` is called once no delivery is under way.
 */
export async function startDevelopment(stopProvider: () => Promise<void>): Promise<void> {
  const settings = readSettings(process.env);
  const content = loadContent();
  const output = openOutput();
  const log = createLog(output);
  const { module: mails } = await runnerImport<{ renderMail: RenderMail }>(join(import.meta.dirname, '../mail/render.tsx'));
  const store = await openStore(settings.databaseUrl);
  const astro = await dev({
    server: { host: '127.0.0.1', port: 0 },
    // Otherwise it prints its own address, which has no forms, and each request a second time.
    logLevel: 'warn',
    vite: { server: { ws: { path: hotReload }, watch: { ignored: isUnwatched } } },
  });
  const upstream = `http://127.0.0.1:${astro.address.port}`;
  const parts = { settings, store, upstream, renderMail: mails.renderMail, log, onFinished: createRequestLog(output) };
  const first = await openContent(content, parts);
  const sites = createSiteSwitch(first);

  async function switchToChanged(): Promise<void> {
    const next = await openContent(loadContent(), parts);
    await sites.switchTo(next);
    next.startWorker();
  }

  let isPending = false;
  let switching = Promise.resolve();
  astro.watcher.on('all', (_event, file) => {
    if (isPending || !file.endsWith('.yaml') || relative(contentFolder(), file).startsWith('..')) return;
    isPending = true;
    switching = switching
      .then(() => pause(savedAfterMs))
      .then(() => {
        isPending = false;
        return switchToChanged();
      })
      .catch((error: unknown) => {
        // Every page shows it too (src/build/watch-content.ts).
        if (error instanceof ContentError) console.error(`A mistake in content/\n${error.message}`);
        else log.error({ err: error }, 'the changed content cannot be served; the routes stay as they were');
      });
  });

  const finishWork = async () => {
    await astro.stop();
    await switching;
    await sites.stop();
    await stopProvider();
  };
  await listen(first.app, settings, { startDraining: () => sites.current().startDraining(), finishWork, store, log });
  first.startWorker();
  console.log(`Founder House is open for editing at ${settings.siteUrl}`);
}

interface DevelopmentParts {
  settings: Settings;
  store: Store;
  /** The origin of Astro's development server. */
  upstream: string;
  renderMail: RenderMail;
  log: Logger;
  onFinished: LogRequest;
}

/** Returns the app for one version of the content, and the worker that sends its emails. Throws StoreUnavailable, SettingsError. */
async function openContent(content: Content, { settings, store, upstream, renderMail, log, onFinished }: DevelopmentParts) {
  const services = await createServices({ settings, store, content, renderMail, now, log });
  const { app, startDraining } = createApp({
    settings,
    content,
    services,
    source: {
      isStatic: false,
      async findFile(name) {
        const response = await fetch(`${upstream}/${name.replace(/(?:^|\/)index\.html$|\.html$/u, '')}`);
        if (!response.ok && !errorPage.test(name)) {
          if (response.status === 404) return undefined;
          throw new Error(`Astro's development server responded with ${response.status}`);
        }
        const headers = {
          ...securityHeaders(settings.siteUrl, content.site.forms.host),
          'content-type': mediaTypes['.html']!,
          ...policyHeader,
        };
        return cachedPage(Buffer.from(await response.arrayBuffer()), headers);
      },
      async render(path, { view }) {
        const response = await fetch(upstream + path, { method: 'POST', body: JSON.stringify(view) });
        if (!response.ok) throw new Error(`Astro's development server responded with ${response.status}`);
        return { body: Buffer.from(await response.arrayBuffer()), policy: developmentPolicy };
      },
    },
    clientErrorPages: new Map(),
    registerFiles(instance) {
      void instance.register(proxy, { upstream, routes: [`/${hotReload}`], websocket: true, disableRequestLogging: true });
      // No route for every address: each request would match it, so that no address would be unknown or refuse a method as in production.
      instance.addHook('onRequest', sendFromAstro(upstream));
    },
    now,
    log,
    onFinished,
  });
  const { start: startWorker, stop } = services.deliveryWorkers;
  return { app, startDraining, startWorker, stop };
}

/**
 * Returns the hook that forwards requests without a route of the app to Astro's server; in production, built files are served instead. If
 * Astro's server has nothing at an address either, the app responds with its own page.
 */
const sendFromAstro = (upstream: string) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (!request.is404) return;
  const { pathname, search } = new URL(upstream + request.url);
  if (filesWithoutAddress.test(pathname.slice(1))) return;
  const address = pathname.replace(/\/$/u, '');
  const headers = forwardedHeaders.flatMap((name): [string, string][] =>
    request.headers[name] ? [[name, String(request.headers[name])]] : [],
  );
  const response = await fetch(upstream + address + search, { headers, redirect: 'manual' });
  if (response.status === 404) return;
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new HttpError(405, { headers: { allow: 'GET, HEAD' } });
  if (address !== pathname) return reply.redirect(address + search, 308);
  return reply.headers(policyHeader).send(response);
};

/** The headers by which Vite's server selects what it sends: a style as a style or as a script, or only that it is unchanged. */
const forwardedHeaders = ['accept', 'if-none-match', 'sec-fetch-dest'];

/** The path of the socket of hot reloading, which the proxy forwards: the first page belongs to the app. */
const hotReload = 'hot-reload';

/** Vite inserts styles and its own client by script, which the policy of a build does not allow. */
const developmentPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; connect-src 'self' ws:; img-src 'self' data:";
const policyHeader = { 'content-security-policy': developmentPolicy };

/** While a content file has a mistake, Astro's server responds to these too with a page that shows it (src/build/watch-content.ts). */
const errorPage = /^404\.html$|^problems\//u;
