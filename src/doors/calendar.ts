import type { Content } from '../content/content.ts';
import type { WorkshopVersion } from '../store/workshops.ts';
import { calendarOf } from '../workshop/calendar.ts';
import type { Door } from './door.ts';

export interface CalendarParts {
  siteUrl: string;
  content: Content;
  versions: Map<string, WorkshopVersion>;
}

/** A workshop as a calendar file. It is made here and not at build, since its sequence grows with every change that was told. */
export function calendarDoor({ siteUrl, content, versions }: CalendarParts): Door {
  return {
    path: /^\/speaker-series\/([a-z0-9-]+)\.ics$/u,
    shown: '/speaker-series/:workshop.ics',
    async GET({ parameter }) {
      const workshop = content.workshops.find(({ slug }) => slug === parameter);
      const version = versions.get(parameter);
      if (!workshop || !version) return { show: 'problem', status: 404 };
      const { sequence, changedAt: stamp } = version;
      const body = calendarOf(workshop, content.site, new URL(siteUrl), { sequence, stamp });
      return { show: 'file', type: 'text/calendar; charset=utf-8', body };
    },
  };
}
