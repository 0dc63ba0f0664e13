import { loadContent } from '../src/content/load.ts';
import { featuredRetreat } from '../src/content/schedule.ts';

/** The name of the built front page below `dist/client`. */
export const frontPageFile = `retreats/${featuredRetreat(loadContent().retreats, new Date()).slug}/open.html`;

/** Returns the paths of the pages to measure: the three that search engines index, the 404 page, and the hosted forms that they embed or post to. */
export async function addressesToMeasure(origin: string): Promise<string[]> {
  const waitlist = await findWaitlistPath(origin);
  const registration = await find(`${origin}/speaker-series`, /<form[^>]*\saction="\/app\/form\/process\/([^"/]+)"/u);
  return [
    '/',
    '/speaker-series',
    '/privacy',
    '/accessibility',
    '/no-such-page',
    ...(waitlist ? [waitlist, `${waitlist}/received`] : []),
    ...(registration ? [`/app/form/${registration}`] : []),
  ];
}

/** Returns the path of the waitlist form that the retreat page embeds; undefined if a provider hosts the form. */
export function findWaitlistPath(origin: string): Promise<string | undefined> {
  return find(`${origin}/`, /<iframe[^>]*\ssrc="(\/app\/form\/[^"]+)"/u);
}

async function find(url: string, pattern: RegExp): Promise<string | undefined> {
  const page = await (await fetch(url)).text();
  return pattern.exec(page)?.[1];
}
