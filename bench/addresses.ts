import { loadContent } from '../src/content/load.ts';
import { featuredRetreat } from '../src/content/schedule.ts';
import { paths } from '../src/paths.ts';
import { inviteFounder } from './founder-pages.ts';
import type { Site } from './site.ts';

/** The name of the built front page below `dist/client`. */
export const frontPageFile = `retreats/${featuredRetreat(loadContent().retreats, new Date()).slug}/open.html`;

/** A page to measure. A path without a name of its own is its name. */
interface PageToMeasure {
  name: string;
  path: string;
}

/**
 * Returns the pages to measure: the three that search engines index, the 404 page, the hosted forms that they embed or post to, and
 * the pages of a founder whom it invites. The site must have this secret.
 */
export async function pagesToMeasure(site: Site, secret: string): Promise<PageToMeasure[]> {
  const waitlist = await findWaitlistPath(site.origin);
  const registration = await find(`${site.origin}/speaker-series`, /<form[^>]*\saction="\/app\/form\/process\/([^"/]+)"/u);
  const { invitation, status } = await inviteFounder(site, secret);
  return [
    ...['/', '/speaker-series', '/privacy', '/accessibility', '/no-such-page'].map((path) => ({ name: path, path })),
    ...(waitlist
      ? [
          { name: 'waitlist form', path: waitlist },
          { name: 'waitlist form, received', path: `${waitlist}/received` },
        ]
      : []),
    ...(registration ? [{ name: 'registration form', path: paths.form(registration) }] : []),
    { name: 'invitation', path: invitation },
    { name: 'status page', path: status },
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
