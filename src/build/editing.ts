import type { AstroIntegration } from 'astro';
import { contentFolder } from '../content/load.ts';

/** Makes Astro's development server watch content/, so that a page follows each change that an editor saves. */
export function editing(): AstroIntegration {
  return {
    name: 'editing',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.watcher.add(contentFolder());
        server.watcher.on('change', (file) => file.endsWith('.yaml') && server.hot.send({ type: 'full-reload' }));
      },
    },
  };
}
