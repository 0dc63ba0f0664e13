import { createHash } from 'node:crypto';
import type { Content } from '../content/content.ts';
import { startOf } from '../content/schedule.ts';
import type { Store } from '../app/open-store.ts';
import type { WorkshopVersion } from './repository.ts';
import { calendarOf } from './calendar.ts';

/**
 * Tells the store what the workshops' files say now, and learns which calendar entry stands for each. A file that changed makes the next entry;
 * everyone who registered hears of a new time, or that it is called off.
 */
export async function knownVersions(
  store: Pick<Store, 'workshops'>,
  content: Content,
  now: () => Date,
): Promise<Map<string, WorkshopVersion>> {
  const anywhere = new URL('https://example.org');
  const versions = new Map<string, WorkshopVersion>();
  for (const workshop of content.workshops) {
    const { slug, cancelled, form } = workshop;
    const entry = calendarOf(workshop, content.site, anywhere, { sequence: 0, stamp: new Date(0), joining: true });
    const digest = createHash('sha256').update(entry).digest('base64url');
    versions.set(
      slug,
      await store.workshops.recordVersion({ slug, formId: form.id, digest, startsAt: startOf(workshop), cancelled }, now()),
    );
  }
  return versions;
}
