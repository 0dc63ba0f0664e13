import type { AstroIntegration } from 'astro';

/**
 * The Astro adapter of this product: pages with `prerender = false` are built into `dist/server/entry.mjs`, which exports a function that
 * renders one; routing, bodies and errors are Fastify's.
 */
export function adapter(): AstroIntegration {
  return {
    name: 'founder-house-adapter',
    hooks: {
      'astro:config:done': ({ setAdapter }) =>
        setAdapter({
          name: 'founder-house-adapter',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('./server-entry.ts', import.meta.url),
          adapterFeatures: { buildOutput: 'server' },
          supportedAstroFeatures: { staticOutput: 'stable', hybridOutput: 'stable', serverOutput: 'stable', sharpImageService: 'stable' },
        }),
    },
  };
}
