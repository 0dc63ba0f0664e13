import { defineMiddleware } from 'astro:middleware';
import { loadContent } from './content/load.ts';

/**
 * In development the app (src/app/dev.ts) asks Astro's own server to render a page by a POST that holds what the page shows, since the two
 * have no memory in common. In a build nothing is done here: the adapter hands the locals over.
 */
export const onRequest = defineMiddleware(async ({ request, locals, isPrerendered }, next) => {
  if (!import.meta.env.DEV || isPrerendered || request.method !== 'POST') return next();
  const view = (await request.json()) as App.View;
  Object.assign(locals, { content: loadContent(), view, now: new Date() });
  return next(new Request(request.url));
});
