import type { AstroIntegration } from 'astro';
import { contentFolder } from '../content/load.ts';

/** Makes Astro's development server watch content/, so that a page follows each change that an editor saves. */
export function editing(): AstroIntegration {
  return {
    name: 'editing',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.watcher.add(contentFolder());
        // Astro keeps what getStaticPaths returned, which the content decides here; it forgets it with this event of its own.
        server.middlewares.use((_request, _response, next) => {
          for (const environment of Object.values(server.environments)) environment.hot.send('astro:content-changed', {});
          next();
        });
        server.watcher.on('change', (file) => file.endsWith('.yaml') && server.hot.send({ type: 'full-reload' }));
      },
    },
  };
}
