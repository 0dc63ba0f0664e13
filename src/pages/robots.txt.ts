import type { APIRoute } from 'astro';
import { paths } from '../paths.ts';

/** Everything may be found but the forms' own pages, which mean nothing without the page that leads to them. */
export const GET: APIRoute = ({ site }) =>
  new Response(
    ['User-agent: *', 'Allow: /', 'Disallow: /app/form/process/', '', `Sitemap: ${new URL(paths.sitemap, site).href}`, ''].join('\n'),
  );
