import type { AstroIntegration } from 'astro';
import { ContentError } from '../content/content-error.ts';
import { contentFolder, loadContent } from '../content/load.ts';
import { isPreview } from '../content/marks.ts';

/** The address of a page, and of no module, picture or file. */
const pageAddress = /^\/(?!_)[^@.?]*(?:\?|$)/u;

/**
 * Makes Astro's development server watch content/, so that a page follows each change that an editor saves, and shows a mistake in a file
 * instead of each page.
 */
export function watchContent(): AstroIntegration {
  return {
    name: 'watch-content',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.watcher.add(contentFolder());
        // Astro caches what getStaticPaths returned, which depends on the content here. This event of Astro's clears the cache.
        server.middlewares.use((request, response, next) => {
          for (const environment of Object.values(server.environments)) environment.hot.send('astro:content-changed', {});
          // The desk refuses a draft with a mistake before it asks for a preview.
          const mistakes = !isPreview() && pageAddress.test(request.url ?? '') && mistakesInContent();
          if (!mistakes) return next();
          response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' }).end(mistakesPage(mistakes));
        });
        // Every event, because a file that was added or removed changes pages too.
        server.watcher.on('all', (_event, file) => file.endsWith('.yaml') && server.hot.send({ type: 'full-reload' }));
      },
    },
  };
}

/** Returns every problem of the content, one in a line; undefined if there is none. */
function mistakesInContent(): string | undefined {
  try {
    loadContent();
    return undefined;
  } catch (error) {
    if (error instanceof ContentError) return error.message;
    throw error;
  }
}

/**
 * Vite's client loads it again after the next change. Astro's own page of an error would be empty: its words are sent once, to the tabs that
 * are connected then.
 */
const mistakesPage = (mistakes: string): string =>
  `<!doctype html><html lang="en"><title>A mistake in content/</title><script type="module" src="/@vite/client"></script>
<h1>A mistake in content/</h1><pre style="white-space: pre-wrap">${mistakes.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>
<p>The page will load again when you save the file.</p></html>`;
