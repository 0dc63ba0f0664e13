import type { Content } from '../content/content.ts';
import { featured, isRegistrationOpen, phaseOf } from '../content/schedule.ts';
import { formsOf } from '../forms/catalog.ts';
import { paths } from '../paths.ts';

/** The name of the built file that stands at an address now. */
export type Resolve = (path: string, now: Date) => string | undefined;

/** Files that are parts of other answers, and have no address of their own. */
const parts = /^(?:speaker-series\/.*\.html|problems\/.*|404\.html|.*\/(?:closed|received-over)\.html)$/u;

/**
 * Which built file an address shows. Most are named alike; the workshop's page and its form change with the clock, so that
 * nobody has to build again when a workshop is over. The clock is asked once a second at most.
 */
export function addressesOf(content: Content, files: Iterable<string>): Resolve {
  const fixed = new Map(
    [...files].filter((file) => !parts.test(file)).map((file) => [`/${file.replace(/(?:^|\/)index\.html$|\.html$/u, '')}`, file]),
  );
  const built = new Set(formsOf(content).flatMap(({ id }) => [paths.form(id), paths.received(id), paths.checkInbox(id)]));
  for (const path of fixed.keys()) if (path.startsWith('/app/form/') && !built.has(path)) fixed.delete(path);

  let second = Number.NaN;
  let current = new Map<string, string>();
  return (path, now) => {
    const asked = Math.floor(now.getTime() / 1000);
    if (asked !== second) [second, current] = [asked, chosenBy(content, now)];
    return current.get(path) ?? fixed.get(path);
  };
}

function chosenBy({ workshops }: Content, now: Date): Map<string, string> {
  const workshop = featured(workshops, now);
  const closed = workshops
    .filter((one) => !isRegistrationOpen(one, now))
    .map(({ form }) => [paths.form(form.id), closedPage(form.id)] as const);
  const over = workshops
    .filter((one) => phaseOf(one, now) === 'over')
    .map(({ form }) => [paths.received(form.id), `app/form/${form.id}/received-over.html`] as const);
  return new Map([
    ...closed,
    ...over,
    ...(workshop ? [[paths.speakerSeries, `speaker-series/${workshop.slug}/${phaseOf(workshop, now)}.html`] as const] : []),
  ]);
}

/** The page that a closed form shows, also as the answer 410. */
export function closedPage(formId: string): string {
  return `app/form/${formId}/closed.html`;
}
