import type { FastifyInstance } from 'fastify';
import type { Content } from '../content/content.ts';
import { featuredWorkshop, featuredRetreat } from '../content/schedule.ts';
import { paths } from '../paths.ts';

interface SitemapParts {
  siteUrl: string;
  content: Content;
  now: () => Date;
}

/**
 * The addresses that search engines may list now, as sitemaps.org describes them. What is featured is listed by the address that shows it.
 */
export function sitemapRoute(app: FastifyInstance, { siteUrl, content: { retreats, workshops }, now }: SitemapParts): void {
  app.get(paths.sitemap, (_request, reply) => {
    const shown = [featuredRetreat(retreats, now()).slug, featuredWorkshop(workshops, now())?.slug];
    const others = [
      ...retreats.filter(({ slug }) => slug !== shown[0]).map(({ slug }) => paths.retreat(slug)),
      ...workshops.filter(({ slug }) => slug !== shown[1]).map(({ slug }) => paths.workshop(slug)),
    ];
    const urls = [paths.home, paths.speakerSeries, ...others, paths.privacy].map(
      (page) => `  <url><loc>${new URL(page, siteUrl).href}</loc></url>`,
    );
    return reply
      .type('application/xml')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      );
  });
}
