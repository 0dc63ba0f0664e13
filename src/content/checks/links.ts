import type { Content } from '../content.ts';
import { paths } from '../../paths.ts';
import { featuredRetreat } from '../schedule.ts';
import { allFields, inside, type CheckContext, type ContentCheck } from './fields.ts';

/** The sections that each page always has, by the names of their anchors. */
const sectionIds: Record<string, readonly string[]> = {
  [paths.home]: [
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
  ],
  [paths.speakerSeries]: ['hero', 'event', 'speaker', 'register', 'about', 'testimonials'],
  [paths.privacy]: [],
  [paths.accessibility]: [],
};

function problemOf(link: string, page: string, content: Content, { now, fileExists }: CheckContext): string | undefined {
  if (/^(https:\/\/[^\s/]+\.[^\s]+|mailto:\S+@\S+|tel:\+?[\d-]+)$/u.test(link)) return undefined;
  const [address = '', anchor] = link.split('#');
  const target = (address || page).split('?')[0]!;
  const sections = sectionIds[target];
  if (!sections && !isItemPage(target, content) && !(target.startsWith(paths.uploads) && fileExists(target)))
    return `"${link}" leads nowhere; the pages are ${Object.keys(sectionIds).join(', ')}, and other sites begin with https://`;
  if (anchor === undefined) return undefined;
  const anchors = [...(sections ?? [])];
  if (target === paths.home) {
    const { ticket, nextSteps } = featuredRetreat(content.retreats, now);
    if (ticket.visible) anchors.push('ticket');
    if (nextSteps.visible) anchors.push('next-steps');
  }
  if (anchors.includes(anchor)) return undefined;
  return `"${link}" leads to no section of ${target}${anchors.length > 0 ? `; its sections are ${anchors.join(', ')}` : ''}`;
}

/** Returns whether an address is that of a retreat or a workshop, or of a workshop's calendar file. */
const isItemPage = (target: string, { retreats, workshops }: Content): boolean =>
  retreats.some(({ slug }) => target === paths.retreat(slug)) ||
  workshops.some(({ slug }) => target === paths.workshop(slug) || target === paths.calendar(slug));

/** A link or an anchor to nothing, and the words of a link without a link. */
export const deadLink: ContentCheck = (content, context) =>
  [...allFields(content)].flatMap(({ file, field, value }) => {
    if (typeof value !== 'object' || value === null) return [];
    const { link, linkText } = value as { link?: string; linkText?: string };
    const finding = (name: string, message: string) => [{ file, field: inside(field, name), message }];
    if (link === undefined)
      return linkText === undefined ? [] : finding('linkText', 'there are words for a link, but no link; write link as well');
    const problem = problemOf(link, file.startsWith('content/retreats/') ? paths.home : paths.speakerSeries, content, context);
    if (problem) return finding('link', problem);
    return linkText === undefined ? finding('link', 'there is a link, but no words for it; write linkText as well') : [];
  });
