import { defineMiddleware } from 'astro:middleware';
import { loadContent } from './content/load.ts';

/**
 * In development the app (src/app/dev.ts) asks Astro's own server to render a page by a POST that contains the page's data, since the two
 * share no memory. In a build nothing is done here: the adapter passes the locals.
 */
export const onRequest = defineMiddleware(async ({ request, locals, isPrerendered, routePattern }, next) => {
  // What Astro serves itself, such as its pictures, has addresses that begin with an underscore.
  if (!import.meta.env.DEV || isPrerendered || routePattern.startsWith('/_')) return next();
  // The app requests such a page with POST and its data. A GET is for an address that the app refused, as with a token that is too short.
  if (request.method !== 'POST') return new Response(null, { status: 404 });
  const view = (await request.json()) as App.View;
  Object.assign(locals, { content: loadContent(), view, now: new Date() });
  return next(new Request(request.url));
});
