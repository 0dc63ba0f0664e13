import type { Content } from '../../content/content.ts';
import { formatDeadline } from '../../content/format.ts';
import { interpolate } from '../../content/placeholders.ts';
import type { InvitationView, StatusView } from '../views.ts';

/** Fills the places in an editor's words. */
export type Fill = (text: string) => string;

const fillWith =
  (places: Record<string, string>): Fill =>
  (text) =>
    interpolate(text, places);

/** Says what stands in each place of an invitation's words. */
export function fillFor({ firstName, expiresAt }: InvitationView, { facts }: Pick<Content['retreat'], 'facts'>): Fill {
  const { name, season, city, region } = facts;
  return fillWith({
    firstName,
    season,
    retreat: name.replace(/^The /u, 'the '),
    place: `${city}, ${region}`,
    until: formatDeadline(expiresAt),
  });
}

/** The same for the words of a founder's own page. */
export function fillForStatus({ entry }: Pick<StatusView, 'entry'>, { contactEmail }: Pick<Content['site'], 'contactEmail'>): Fill {
  return fillWith({
    until: entry?.invitation ? formatDeadline(entry.invitation.expiresAt) : '',
    email: entry?.submission.fields['inf_field_Email'] ?? '',
    contact: contactEmail,
  });
}
