import type { APIRoute, GetStaticPaths } from 'astro';
import { drawCard, type CardWords } from '../../build/card.ts';
import { pageContent } from '../../site/page-content.ts';

export const getStaticPaths: GetStaticPaths = () => {
  const { site, retreats, workshops } = pageContent();
  return [
    ...retreats.map(({ slug, facts, hero }) => ({
      params: { name: `retreat-${slug}` },
      props: { eyebrow: site.name, title: hero.title, facts: `${facts.city}, ${facts.region} · ${facts.season}` },
    })),
    ...workshops.map(({ slug, series, headline, dateText, timeText, price }) => ({
      params: { name: slug },
      props: { eyebrow: `${site.name} · ${series}`, title: headline, facts: `${dateText} · ${timeText} · ${price}` },
    })),
  ];
};

export const GET: APIRoute<CardWords> = async ({ props }) =>
  new Response(new Uint8Array(await drawCard(props)), { headers: { 'content-type': 'image/png' } });
