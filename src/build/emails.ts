import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';

/**
 * Builds the mails' templates into `dist/emails`, beside the pages: Node reads no JSX, and no page holds them.
 * Packages stay outside and are loaded as they are.
 */
export function emails(): AstroIntegration {
  return {
    name: 'emails',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await build({
          configFile: false,
          logLevel: 'warn',
          root: fileURLToPath(new URL('../../', import.meta.url)),
          build: {
            ssr: 'src/mail/render.tsx',
            outDir: fileURLToPath(new URL('../emails', dir)),
            emptyOutDir: true,
            copyPublicDir: false,
            target: 'node24',
          },
        });
      },
    },
  };
}
