import type { Event, FAQPage, Organization, WithContext } from 'schema-dts';
import { retreatName } from '../content/format.ts';
import type { SiteContent } from '../content/schemas/site.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import { isStayInSeason } from '../content/retreat-schedule.ts';
import { paths } from '../paths.ts';
import { cardUrl, organizerOf, type PageAddress } from '../site/structured-data.ts';

/** Returns the address of a retreat's picture for social cards. */
export const cardImageUrl = ({ slug }: RetreatContent, origin: URL): string => cardUrl(`retreat-${slug}`, origin);

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

/**
 * While only the season is known, the start is a month (ISO 8601 allows this), and there is no end. Google does not show invitation-only
 * events (its guidelines for Event), so the data has no offer and no validity.
 */
function eventOf(retreat: RetreatContent, site: SiteContent, { origin, address }: PageAddress): WithContext<Event> {
  const { facts, nextSteps } = retreat;
  const isPublic = nextSteps.visible && isStayInSeason(retreat);
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: retreatName(facts),
    description: facts.description,
    startDate: isPublic ? nextSteps.checkIn.on : facts.earliest.slice(0, 7),
    ...(isPublic && { endDate: nextSteps.checkOut.on }),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: `${facts.city}, ${facts.region}`,
      address: { '@type': 'PostalAddress', addressLocality: facts.city, addressRegion: facts.region, addressCountry: 'US' },
    },
    maximumAttendeeCapacity: facts.capacity,
    isAccessibleForFree: false,
    image: [cardImageUrl(retreat, origin)],
    url: address,
    organizer: organizerOf(site, origin),
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

/** Returns the structured data of a retreat's page. Once the retreat is over, there is no event. */
export function structuredDataOf(
  retreat: RetreatContent,
  site: SiteContent,
  { isOver, ...page }: PageAddress & { isOver: boolean },
): object[] {
  const event = isOver ? [] : [eventOf(retreat, site, page)];
  return [organizationOf(site, page.origin), ...event, questionsOf(retreat)];
}
