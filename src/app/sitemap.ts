import type { FastifyInstance } from 'fastify';
import type { Content } from '../content/content.ts';
import { featuredRetreat } from '../content/retreat-schedule.ts';
import { featuredWorkshop } from '../content/workshop-schedule.ts';
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
    const retreatAtHome = featuredRetreat(retreats, now());
    const workshopOfSeries = featuredWorkshop(workshops, now());
    const pages = [
      paths.home,
      paths.speakerSeries,
      ...retreats.filter((retreat) => retreat !== retreatAtHome).map(({ slug }) => paths.retreat(slug)),
      ...workshops.filter((workshop) => workshop !== workshopOfSeries).map(({ slug }) => paths.workshop(slug)),
      paths.privacy,
    ];
    const urls = pages.map((page) => `  <url><loc>${new URL(page, siteUrl).href}</loc></url>`);
    return reply
      .type('application/xml')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      );
  });
}
