import type { APIRoute } from 'astro';
import { paths } from '../paths.ts';

/** Search engines may list everything but the address that takes posts. */
export const GET: APIRoute = ({ site }) =>
  new Response(
    ['User-agent: *', 'Allow: /', 'Disallow: /app/form/process/', '', `Sitemap: ${new URL(paths.sitemap, site).href}`, ''].join('\n'),
  );
