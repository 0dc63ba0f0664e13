import { readFileSync } from 'node:fs';
import { minifySync, transformWithOxc, type Plugin } from 'vite';
import type { AstroIntegration } from 'astro';
import { cspHash } from '../http/exact-policy.ts';

const source = readFileSync(new URL('../site/islands/runtime.ts', import.meta.url), 'utf8');
const { code } = await transformWithOxc(source, 'runtime.ts');
const runtime = minifySync('runtime.js', code).code.trim();

/** What the content security policy must allow. */
export const islandRuntimeHash = cspHash(runtime);

/** An Astro integration: the directives `client:touch` and `client:use`, and our runtime for islands. */
export function islands(): AstroIntegration {
  return {
    name: 'islands',
    hooks: {
      'astro:config:setup': ({ addClientDirective, updateConfig }) => {
        addClientDirective({ name: 'touch', entrypoint: './src/site/islands/touch.ts' });
        addClientDirective({ name: 'use', entrypoint: './src/site/islands/use.ts' });
        updateConfig({ vite: { plugins: [smallIslands()] } });
      },
    },
  };
}

/** A Vite plugin that replaces Astro's own runtime in a built page with ours. `npm run dev` keeps Astro's. */
function smallIslands(): Plugin {
  return {
    name: 'small-islands',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/astro/dist/runtime/server/astro-island.prebuilt.js')) return null;
      return `export default ${JSON.stringify(runtime)};`;
    },
  };
}
