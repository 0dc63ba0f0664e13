import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import { className } from './class-name.ts';

/** Builds the organizer's page into `dist/desk`, beside the public pages and served by nobody but `bin/organizer desk`. */
export function desk(): AstroIntegration {
  return {
    name: 'desk',
    hooks: { 'astro:build:done': ({ dir }) => buildDesk(fileURLToPath(new URL('../desk', dir))) },
  };
}

/** No file is written into another (no `data:`), and nothing stands inline, so that the policy allows the desk's own files alone. */
export async function buildDesk(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('../desk/client', import.meta.url)),
    publicDir: false,
    css: { modules: { generateScopedName: className } },
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'baseline-widely-available',
      // TanStack's files begin with "use client", which means nothing to a page that has no server part.
      rolldownOptions: { onLog: (level, log, report) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : report(level, log)) },
    },
  });
}
