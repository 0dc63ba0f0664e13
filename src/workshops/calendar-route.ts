import type { Content } from '../content/content.ts';
import type { Store } from '../app/open-store.ts';
import type { WorkshopVersion } from './repository.ts';
import { calendarOf } from './calendar.ts';
import { readSignedId } from '../link-tokens.ts';
import type { Door } from '../http/door.ts';

export interface CalendarParts {
  siteUrl: string;
  content: Content;
  store: Pick<Store, 'submissions'>;
  secret: string;
  versions: Map<string, WorkshopVersion>;
}

/**
 * A workshop as a calendar file. It is made here and not at build, since its sequence grows with every change that was told. With the link of her
 * mail it says how to join: the file for everyone would take that out of her calendar again, because it is the same entry.
 */
export function calendarDoor({ siteUrl, content, store, secret, versions }: CalendarParts): Door {
  const isRegistered = async (token: string | null, formId: string): Promise<boolean> => {
    const id = readSignedId(secret, 'calendar', token ?? '');
    const [found] = id ? await store.submissions.findByIdPrefix(id) : [];
    return found?.found.formId === formId && found.found.state === 'accepted';
  };
  return {
    path: /^\/speaker-series\/([a-z0-9-]+)\.ics$/u,
    shown: '/speaker-series/:workshop.ics',
    async GET({ parameter, query }) {
      const workshop = content.workshops.find(({ slug }) => slug === parameter);
      const version = versions.get(parameter);
      if (!workshop || !version) return { show: 'problem', status: 404 };
      const { sequence, changedAt: stamp } = version;
      const body = calendarOf(workshop, content.site, new URL(siteUrl), {
        sequence,
        stamp,
        joining: await isRegistered(query.get('with'), workshop.form.id),
      });
      return { show: 'file', type: 'text/calendar; charset=utf-8', body };
    },
  };
}
