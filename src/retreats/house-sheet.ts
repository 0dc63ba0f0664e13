import { retreatName } from '../content/format.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import type { Person } from '../forms/person.ts';
import type { HouseFacts } from './house-facts.ts';
import type { Waitlist } from './repository.ts';

/**
 * A founder on the sheet for the house, with the ids of the entry and of its newest answers. `house` is null until the founder has entered
 * house facts.
 */
export interface Guest extends Pick<Person, 'firstName' | 'lastName' | 'brand' | 'phone'> {
  id: string;
  submissionId: string;
  house: HouseFacts | null;
}

const sortKeyOf = ({ house, lastName }: Guest) => `${house?.arrival || '9999'} ${lastName}`;

/**
 * Returns the sheet for the house: the founders who come to a retreat, in the order of arrival. Founders who have not stated their arrival
 * come last.
 */
export async function createHouseSheet(waitlist: Pick<Waitlist, 'list' | 'listHouseFacts'>, { slug, facts }: RetreatContent) {
  const seated = await waitlist.list({ retreat: slug, state: 'accepted' });
  const factsByEntry = await waitlist.listHouseFacts(slug);
  const guests = seated.map(({ id, submission: { id: submissionId, person } }): Guest => {
    const { firstName, lastName, brand, phone } = person;
    return { id, submissionId, firstName, lastName, brand, phone, house: factsByEntry.get(id) ?? null };
  });
  return {
    retreat: { slug, label: retreatName(facts) },
    guests: guests.toSorted((a, b) => sortKeyOf(a).localeCompare(sortKeyOf(b), 'en-US')),
  };
}
