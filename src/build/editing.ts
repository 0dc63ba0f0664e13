import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { loadContent } from '../content/load.ts';
import { featured, phaseOf } from '../content/schedule.ts';
import { paths } from '../paths.ts';

/**
 * What the editing server lacks: a front that asks the clock which workshop's page stands at its address, and a look at content/,
 * so that the page follows each change an editor saves.
 */
export function editing(): AstroIntegration {
  return {
    name: 'editing',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.watcher.add(fileURLToPath(new URL('../../content/', import.meta.url)));
        server.watcher.on('change', (file) => file.endsWith('.yaml') && server.hot.send({ type: 'full-reload' }));
        server.middlewares.use((request, _response, next) => {
          const now = new Date();
          const workshop = request.url === paths.speakerSeries ? featured(loadContent().workshops, now) : undefined;
          if (workshop) request.url = `${paths.speakerSeries}/${workshop.slug}/${phaseOf(workshop, now)}`;
          next();
        });
      },
    },
  };
}
