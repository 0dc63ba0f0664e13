import type { APIRoute } from 'astro';
import { pageContent } from '../site/page-content.ts';
import { paths } from '../paths.ts';

export const GET: APIRoute = () => {
  const { site } = pageContent();
  const manifest = {
    name: site.name,
    short_name: site.name,
    description: site.description,
    lang: 'en-US',
    start_url: paths.home,
    display: 'browser',
    background_color: '#fbf6ee',
    theme_color: '#fbf6ee',
    icons: [{ src: paths.favicon, type: 'image/svg+xml', sizes: 'any' }],
  };
  return new Response(JSON.stringify(manifest, null, 2), { headers: { 'Content-Type': 'application/manifest+json' } });
};
