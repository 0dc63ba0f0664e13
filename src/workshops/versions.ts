import { hash } from 'node:crypto';
import type { Content } from '../content/content.ts';
import { startOfWorkshop } from '../content/workshop-schedule.ts';
import { paths } from '../paths.ts';
import type { Workshops, WorkshopVersion } from './repository.ts';
import { calendarOf } from './calendar.ts';

/**
 * Records what the workshops' files say now, and returns the current version of each one's calendar entry, by slug. A file that changed
 * makes the next version, and enqueues an email about a new time or a cancellation to everyone who registered.
 */
export async function recordVersions(
  workshops: Pick<Workshops, 'recordVersion'>,
  content: Content,
  now: () => Date,
): Promise<Map<string, WorkshopVersion>> {
  const anywhere = new URL('https://example.org');
  const versions = new Map<string, WorkshopVersion>();
  for (const workshop of content.workshops) {
    const { slug, minutes, cancelled, form } = workshop;
    const entry = calendarOf(workshop, content.site, anywhere, {
      sequence: 0,
      changedAt: new Date(0),
      join: new URL(paths.join('token'), anywhere).href,
    });
    const digest = hash('sha256', entry, 'base64url');
    const facts = { slug, formId: form.id, digest, startsAt: startOfWorkshop(workshop), minutes, cancelled };
    versions.set(slug, await workshops.recordVersion(facts, now()));
  }
  return versions;
}
