import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';

/** Builds the email templates into `dist/emails`, since Node.js reads no JSX and they belong to no page. Packages are not bundled. */
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
