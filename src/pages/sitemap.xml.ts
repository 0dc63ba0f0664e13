import type { APIRoute } from 'astro';
import { paths } from '../paths.ts';

const pages = [paths.home, paths.speakerSeries, paths.privacy];

export const GET: APIRoute = ({ site }) => {
  const addresses = pages.map((page) => `  <url><loc>${new URL(page, site).href}</loc></url>`).join('\n');
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses}\n</urlset>\n`,
    { headers: { 'Content-Type': 'application/xml' } },
  );
};
