import type { BreadcrumbList, Event, VideoObject, WithContext } from 'schema-dts';
import type { SiteContent } from '../content/schemas/site.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { endOfWorkshop, startOfWorkshop } from '../content/workshop-schedule.ts';
import { paths } from '../paths.ts';
import { cardUrl, organizerOf, type PageAddress } from '../site/structured-data.ts';

function eventStatusOf({ cancelled, movedFrom }: WorkshopContent) {
  if (cancelled) return 'https://schema.org/EventCancelled';
  return movedFrom ? 'https://schema.org/EventRescheduled' : 'https://schema.org/EventScheduled';
}

function eventOf(workshop: WorkshopContent, site: SiteContent, { origin, address }: PageAddress): WithContext<Event> {
  const { movedFrom } = workshop;
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: workshop.title,
    description: workshop.description,
    startDate: startOfWorkshop(workshop).toISOString(),
    endDate: endOfWorkshop(workshop).toISOString(),
    eventStatus: eventStatusOf(workshop),
    ...(movedFrom && { previousStartDate: movedFrom }),
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url: address },
    image: [cardUrl(workshop.slug, origin)],
    isAccessibleForFree: true,
    organizer: organizerOf(site, origin),
    performer: {
      '@type': 'Person',
      name: workshop.speaker.name,
      jobTitle: workshop.speaker.role,
      worksFor: { '@type': 'Organization', name: workshop.speaker.company },
    },
  };
}

function breadcrumbsOf(workshop: WorkshopContent, site: SiteContent, { origin }: PageAddress): WithContext<BreadcrumbList> {
  const crumbs = [
    { name: site.name, path: paths.home },
    { name: workshop.series, path: paths.speakerSeries },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: new URL(path, origin).href,
    })),
  };
}

function videoOf(workshop: WorkshopContent, { origin }: PageAddress): WithContext<VideoObject>[] {
  if (!workshop.replay) return [];
  const { video, transcript } = workshop.replay;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: workshop.title,
      description: workshop.description,
      thumbnailUrl: [cardUrl(workshop.slug, origin)],
      uploadDate: endOfWorkshop(workshop).toISOString(),
      contentUrl: new URL(video, origin).href,
      transcript: transcript.join('\n\n'),
    },
  ];
}

/** What search engines read on a workshop's page. Once it is over, a page that takes sign-ups for the next one has no event. */
export function structuredDataOf(
  workshop: WorkshopContent,
  site: SiteContent,
  { isOver, ...pageAddress }: PageAddress & { isOver: boolean },
): object[] {
  const event = isOver && workshop.afterwards === 'turn' && !workshop.cancelled ? [] : [eventOf(workshop, site, pageAddress)];
  return [...event, ...(isOver && !workshop.cancelled ? videoOf(workshop, pageAddress) : []), breadcrumbsOf(workshop, site, pageAddress)];
}
