import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { loadContent } from '../content/load.ts';
import { formsOf } from '../forms/catalog.ts';
import { createIntake } from '../intake/receive.ts';
import { paths } from '../paths.ts';
import { openStore } from '../store/open.ts';
import { addressesOf } from './addresses.ts';
import { createFront } from './front.ts';
import type { RenderOnDemand } from './front.ts';
import { explain } from './explain.ts';
import { listen } from './lifecycle.ts';
import { readSettings } from './settings.ts';
import { securityHeaders } from './headers.ts';
import { readStaticFiles } from './static-files.ts';

const root = join(import.meta.dirname, '../..');
const now = () => new Date();

/** Serves what is built. Every reason not to start ends in one clear line and exit code 1. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const content = loadContent();
  const common = securityHeaders(settings.siteUrl, content.site.forms.host);
  const { siteUrl: builtFor, files } = readStaticFiles(join(root, 'dist'), common);
  const resolve = addressesOf(content, files.keys());
  const unbuilt = formsOf(content).find(({ id }) => !files.has(`${paths.received(id).slice(1)}.html`));
  if (unbuilt) throw new Error(`dist: content/ has changed since the build (form ${unbuilt.id}); run "npm run build"`);
  const log = pino({ base: null });
  // Astro's handler listens for these and says nothing; a promise that fails unseen must end the process, as it does without it.
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'a promise failed unseen');
    process.exit(1);
  });
  const store = await openStore(settings.databaseUrl);
  const { handler } = (await import(pathToFileURL(join(root, 'dist/server/entry.mjs')).href)) as { handler: RenderOnDemand };
  const report = (error: unknown) => log.error({ err: error }, 'a submission could not be taken');
  const intake = createIntake({ siteUrl: settings.siteUrl, content, store, now, report });
  const front = createFront({ siteUrl: settings.siteUrl, content, files, resolve, common, render: handler, intake, store, now, log });
  await listen(front, settings, () => store.close());
  console.log(`Founder House is open at ${settings.siteUrl}`);
  if (builtFor !== settings.siteUrl) console.log(`Its pages were built for ${builtFor}: run "npm run build" with the same SITE_URL`);
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = 1;
});
