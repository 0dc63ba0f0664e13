import type { Content } from '../content.ts';
import { paths } from '../../paths.ts';
import { featuredRetreat, isRetreatOver } from '../retreat-schedule.ts';
import { allFields, subfield, type CheckContext, type ContentCheck } from './fields.ts';

/** The anchors of the sections that each kind of page always has. */
const retreatSections = [
  'hero',
  'letter',
  'testimonials',
  'who-its-for',
  'guest-speaker',
  'sessions',
  'takeaways',
  'hosts',
  'faq',
  'gallery',
  'waitlist-form',
];
const archiveSections = ['hero', 'letter', 'testimonials', 'sessions', 'hosts', 'gallery'];
const workshopSections = ['hero', 'event', 'speaker', 'register', 'about', 'testimonials'];

/** The pages that a message suggests. */
const pageAddresses: readonly string[] = [paths.home, paths.speakerSeries, paths.privacy, paths.accessibility];

/** Returns the anchors of an address; undefined if nothing is there. */
function anchorsOf(target: string, { retreats, workshops }: Content, { now, fileExists }: CheckContext): string[] | undefined {
  const featured = featuredRetreat(retreats, now);
  const retreat = target === paths.home ? featured : retreats.find(({ slug }) => target === paths.retreat(slug));
  if (retreat) {
    if (retreat !== featured && isRetreatOver(retreat, now)) return archiveSections;
    const { ticket, nextSteps } = retreat;
    return [...retreatSections, ...(ticket.visible ? ['ticket'] : []), ...(nextSteps.visible ? ['next-steps'] : [])];
  }
  if (target === paths.speakerSeries || workshops.some(({ slug }) => target === paths.workshop(slug))) return workshopSections;
  const isOther =
    pageAddresses.includes(target) ||
    workshops.some(({ slug }) => target === paths.calendar(slug)) ||
    (target.startsWith(paths.uploads) && fileExists(target));
  return isOther ? [] : undefined;
}

function problemOf(link: string, page: string, content: Content, context: CheckContext): string | undefined {
  if (/^(https:\/\/[^\s/]+\.[^\s]+|mailto:\S+@\S+|tel:\+?[\d-]+)$/u.test(link)) return undefined;
  const [address = '', anchor] = link.split('#');
  const target = (address || page).split('?')[0]!;
  const anchors = anchorsOf(target, content, context);
  if (!anchors) return `"${link}" leads nowhere; the pages are ${pageAddresses.join(', ')}, and other sites begin with https://`;
  if (anchor === undefined || anchors.includes(anchor)) return undefined;
  return `"${link}" leads to no section of ${target}${anchors.length > 0 ? `; its sections are ${anchors.join(', ')}` : ''}`;
}

/** A link or an anchor to nothing, and the words of a link without a link. */
export const deadLink: ContentCheck = (content, context) =>
  allFields(content).flatMap(({ file, field, value }) => {
    if (typeof value !== 'object' || value === null) return [];
    const { link, linkText } = value as { link?: string; linkText?: string };
    const finding = (name: string, message: string) => [{ file, field: subfield(field, name), message }];
    if (link === undefined)
      return linkText === undefined ? [] : finding('linkText', 'there are words for a link, but no link; write link as well');
    const problem = problemOf(link, file.startsWith('content/retreats/') ? paths.home : paths.speakerSeries, content, context);
    if (problem) return finding('link', problem);
    return linkText === undefined ? finding('link', 'there is a link, but no words for it; write linkText as well') : [];
  });
