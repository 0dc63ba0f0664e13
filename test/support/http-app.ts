import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { createApp } from '../../src/app/create-app.ts';
import { createServices } from '../../src/app/create-services.ts';
import { readSettings } from '../../src/app/settings.ts';
import { renderPage } from '../../src/http/render-page.ts';
import type { RenderRequest } from '../../src/http/render-page.ts';
import { securityHeaders } from '../../src/http/security-headers.ts';
import { readStaticFiles } from '../../src/http/static-files.ts';
import { staticRoutes } from '../../src/http/static-routes.ts';
import { renderMail } from '../../src/mail/render.tsx';
import { content } from './forms.ts';
import { root } from './environment.ts';

/** Starts the site in this process with a new database and a clock that the test sets. `app.inject` sends requests. */
export async function startHttpApp(clock: { now: Date }, env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'founder-house-'));
  const settings = readSettings({ DATA_DIR: dataDir, SECRET: 'x'.repeat(32), ...env });
  const now = () => clock.now;
  const log = pino({ level: 'silent' });
  const { files } = readStaticFiles(join(root, 'dist'), securityHeaders(settings.siteUrl, content.site.forms.host));
  const { render } = (await import(pathToFileURL(join(root, 'dist/server/entry.mjs')).href)) as { render: RenderRequest };
  const services = await createServices({ settings, content, renderMail, now, log });
  const { app } = await createApp({
    settings,
    content,
    services,
    source: {
      isStatic: true,
      file: (name) => files.get(name),
      render: (path, locals) => renderPage(render, new URL(path, settings.siteUrl), locals),
    },
    clientErrorPages: files,
    registerFiles: (instance) => staticRoutes(instance, files),
    now,
    log,
    onAnswered: () => {},
  });
  return {
    app,
    services,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await services.outbox.stop();
      await services.store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
