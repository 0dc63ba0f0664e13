import { join, relative } from 'node:path';
import proxy from '@fastify/http-proxy';
import { dev } from 'astro';
import { runnerImport } from 'vite';
import { contentFolder, loadContent } from '../content/load.ts';
import { cachedPage } from '../http/static-files.ts';
import { createRequestLog } from '../http/request-log.ts';
import type { RenderMail } from '../mail/mail.ts';
import { createApp } from './create-app.ts';
import { createServices } from './create-services.ts';
import { listen } from './lifecycle.ts';
import { openOutput } from './log-output.ts';
import { createLog } from './log.ts';
import { openStore } from './open-store.ts';
import { readSettings } from './settings.ts';

const now = () => new Date();

/**
 * `npm run dev`: the same app and routes as in production. Only its pages come from Astro's development server, which
 * runs behind it on a separate port and renders each page again, so that changes of content and code are visible immediately.
 * `stopProvider` is called once no delivery is under way.
 */
export async function startDevelopment(stopProvider: () => Promise<void>): Promise<void> {
  const settings = readSettings(process.env);
  const content = loadContent();
  const output = openOutput();
  const log = createLog(output);
  const { module: mails } = await runnerImport<{ renderMail: RenderMail }>(join(import.meta.dirname, '../mail/render.tsx'));
  const services = await createServices({
    settings,
    store: await openStore(settings.databaseUrl),
    content,
    renderMail: mails.renderMail,
    now,
    log,
  });
  const astro = await dev({
    server: { host: '127.0.0.1', port: 0 },
    // The socket of hot reloading has an address of its own, which the proxy forwards: the first page belongs to the app.
    vite: { server: { hmr: { path: 'hot-reload' } } },
  });
  // Astro's pages read the content again each time, but the routes, forms and mails read it once.
  astro.watcher.on('add', (file) => {
    const name = relative(contentFolder(), file);
    if (name.endsWith('.yaml') && !name.startsWith('..')) console.log(`${name} is new: start "npm run dev" again to open its pages`);
  });
  const upstream = `http://127.0.0.1:${astro.address.port}`;
  const { app, startDraining } = createApp({
    settings,
    content,
    services,
    source: {
      isStatic: false,
      async file(name) {
        const response = await fetch(`${upstream}/${name.replace(/(?:^|\/)index\.html$|\.html$/u, '')}`);
        if (!response.ok && !errorPage.test(name)) {
          if (response.status === 404) return undefined;
          throw new Error(`Astro's development server responded with ${response.status}`);
        }
        const type = response.headers.get('content-type') ?? 'application/octet-stream';
        return cachedPage(Buffer.from(await response.arrayBuffer()), { 'content-type': type, ...policyHeader });
      },
      async render(path, { view }) {
        const response = await fetch(upstream + path, { method: 'POST', body: JSON.stringify(view) });
        if (!response.ok) throw new Error(`Astro's development server responded with ${response.status}`);
        return { body: Buffer.from(await response.arrayBuffer()), policy: developmentPolicy };
      },
    },
    clientErrorPages: new Map(),
    // Every address that belongs to no feature, hot reloading included.
    registerFiles: (instance) =>
      void instance.register(proxy, {
        upstream,
        routes: ['/*'],
        websocket: true,
        disableRequestLogging: true,
        httpMethods: ['GET', 'HEAD'],
        replyOptions: { rewriteHeaders: (headers) => ({ ...headers, ...policyHeader }) },
      }),
    now,
    log,
    onFinished: createRequestLog(output),
  });
  const finishWork = async () => {
    await astro.stop();
    await services.deliveryWorkers.stop();
    await stopProvider();
  };
  await listen(app, settings, { startDraining, finishWork, store: services.store, log });
  services.deliveryWorkers.start();
  console.log(`Founder House is open for editing at ${settings.siteUrl}`);
}

/** Vite inserts styles and its own client by script, which the policy of a build does not allow. */
const developmentPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; connect-src 'self' ws:; img-src 'self' data:";
const policyHeader = { 'content-security-policy': developmentPolicy };

/** While a content file has a mistake, Astro's server responds to these too with a page that shows it (src/build/watch-content.ts). */
const errorPage = /^404\.html$|^problems\//u;
