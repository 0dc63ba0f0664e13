import { loadContent } from '../src/content/load.ts';
import { featuredRetreat } from '../src/content/retreat-schedule.ts';
import { paths } from '../src/paths.ts';
import { inviteFounder } from './founder-pages.ts';
import type { Site } from './site.ts';

/** The name of the built front page below `dist/client`. */
export const frontPageFile = `retreats/${featuredRetreat(loadContent().retreats, new Date()).slug}/open.html`;

/**
 * Returns the pages to measure: the three that search engines index, the 404 page, the hosted forms that they embed or post to, and
 * the pages of a founder whom it invites. The site must have this secret.
 */
export async function pagesToMeasure(site: Site, secret: string): Promise<{ name: string; path: string }[]> {
  const waitlist = await findWaitlistPath(site.origin);
  const registration = await find(`${site.origin}/speaker-series`, /<form[^>]*\saction="\/app\/form\/process\/([^"/]+)"/u);
  const { invitation, status } = await inviteFounder(site, secret);
  return [
    ...['/', '/speaker-series', '/privacy', '/accessibility', '/no-such-page'].map((path) => ({ name: path, path })),
    ...named('waitlist form', waitlist),
    ...named('waitlist form, received', waitlist && `${waitlist}/received`),
    ...named('registration form', registration && paths.form(registration)),
    ...named('invitation', invitation),
    ...named('status page', status),
  ];
}

/** Returns no page if the provider hosts the form, so that there is no path. */
const named = (name: string, path: string | undefined) => (path ? [{ name, path }] : []);

/** Returns the path of the waitlist form that the retreat page embeds; undefined if a provider hosts the form. */
export function findWaitlistPath(origin: string): Promise<string | undefined> {
  return find(`${origin}/`, /<iframe[^>]*\ssrc="(\/app\/form\/[^"]+)"/u);
}

async function find(url: string, pattern: RegExp): Promise<string | undefined> {
  const page = await (await fetch(url)).text();
  return pattern.exec(page)?.[1];
}
