import type { Content } from '../content/content.ts';
import { untilInWords } from '../retreat-seats/until.ts';
import type { InvitationView } from '../retreat-seats/views.ts';

/** Fills the places in an invitation's words. */
export type Fill = (text: string) => string;

/** Says what stands in each place of an invitation's words. */
export function fillFor({ firstName, expiresAt }: InvitationView, { facts }: Pick<Content['retreat'], 'facts'>): Fill {
  const { name, season, city, region } = facts;
  const places: Record<string, string> = {
    firstName,
    season,
    retreat: name.replace(/^The /u, 'the '),
    place: `${city}, ${region}`,
    until: untilInWords(expiresAt),
  };
  return (text) => text.replaceAll(/\{(\w+)\}/gu, (_, place: string) => places[place] ?? '');
}
