import type { APIRoute, GetStaticPaths } from 'astro';
import { loadContent } from '../../content/load.ts';
import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import { calendarOf } from '../../workshop/calendar.ts';

const content = loadContent();

export const getStaticPaths = (() =>
  content.workshops.map((workshop) => ({ params: { slug: workshop.slug }, props: { workshop } }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ workshop: WorkshopContent }> = ({ props, site }) =>
  new Response(calendarOf(props.workshop, content.site, site!), { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } });
