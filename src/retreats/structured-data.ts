import type { Event, FAQPage, Organization, WithContext } from 'schema-dts';
import type { SiteContent } from '../content/schemas/site.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import { paths } from '../paths.ts';

/** The address of the picture for social cards; absolute, as Open Graph and schema.org require. */
export const cardAt = (origin: URL): string => new URL('/cards/retreat.png', origin).href;

function organizationOf(site: SiteContent, origin: URL): WithContext<Organization> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.name,
    description: site.description,
    slogan: site.tagline,
    email: site.contactEmail,
    url: new URL(paths.home, origin).href,
    logo: new URL(paths.favicon, origin).href,
  };
}

/** Only the season is known, so the start is a month (ISO 8601 allows this), and there is no end. */
function eventOf({ facts }: RetreatContent, site: SiteContent, origin: URL): WithContext<Event> {
  const home = new URL(paths.home, origin).href;
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: `${facts.name}, ${facts.season}`,
    description: facts.description,
    startDate: facts.earliest.slice(0, 7),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: `${facts.city}, ${facts.region}`,
      address: { '@type': 'PostalAddress', addressLocality: facts.city, addressRegion: facts.region, addressCountry: 'US' },
    },
    maximumAttendeeCapacity: facts.capacity,
    isAccessibleForFree: false,
    image: [cardAt(origin)],
    url: home,
    organizer: { '@type': 'Organization', name: site.name, url: home },
  };
}

function questionsOf({ questions }: RetreatContent): WithContext<FAQPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.join('\n\n') },
    })),
  };
}

/** What search engines read on the retreat page. */
export function structuredDataOf(retreat: RetreatContent, site: SiteContent, origin: URL): object[] {
  return [organizationOf(site, origin), eventOf(retreat, site, origin), questionsOf(retreat)];
}
