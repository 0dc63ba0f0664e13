import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import { listFiles } from '../content/list-folder.ts';
import { compressFiles } from './compress.ts';

/**
 * Builds the desk's client into `dist/desk`, beside the public pages. `bin/organizer desk` serves it, and the site if DESK_ORIGIN is set.
 */
export function desk(): AstroIntegration {
  let cacheDir: URL;
  return {
    name: 'desk',
    hooks: {
      'astro:config:done': ({ config }) => {
        cacheDir = config.cacheDir;
      },
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(new URL('../desk', dir));
        await buildDesk(folder);
        const files = listFiles(folder).map((name) => join(folder, name));
        await compressFiles(files, cacheDir);
      },
    },
  };
}

/** Nothing is inlined (no `data:` URLs), so that the content security policy can allow only the desk's own files. */
async function buildDesk(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('../desk/client', import.meta.url)),
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'baseline-widely-available',
      // TanStack's files begin with "use client", which means nothing to a page that has no server part.
      rolldownOptions: {
        input: ['index.html', 'sign-in.html'].map((file) => fileURLToPath(new URL(`../desk/client/${file}`, import.meta.url))),
        onLog: (level, log, report) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : report(level, log)),
      },
    },
  });
}
