import type { Content } from '../../content/content.ts';
import { findForm } from '../../forms/catalog.ts';
import type { Submission } from '../../forms/submission.ts';
import type { KeapClient } from './keap-client.ts';

/** The part of a contact that is used here (github.com/infusionsoft/keap-sdk-php, docs/Model/Contact.md). */
export interface Contact {
  id: string;
  given_name?: string;
  family_name?: string;
  email_addresses?: { email?: string; field?: string }[];
  phone_numbers?: { number?: string; field?: string; type?: string; extension?: string }[];
  custom_fields?: { id: string; content: unknown }[];
  tag_ids?: string[];
}

export const isSame = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase();

/**
 * Returns the contact with a founder's email address; undefined if there is none. `properties` are those that are read (its
 * ContactApi.md, `fields`).
 */
export async function findContact(
  client: KeapClient,
  { person }: Submission,
  properties: (keyof Contact)[],
  signal: AbortSignal,
): Promise<Contact | undefined> {
  const search = `filter=${encodeURIComponent(`email==${person.email}`)}&fields=${properties.join(',')}&page_size=10`;
  const { contacts = [] } = await client<{ contacts?: Contact[] }>({ method: 'GET', path: `/contacts?${search}`, signal });
  return contacts.find(({ email_addresses = [] }) => email_addresses.some(({ email }) => isSame(email, person.email)));
}

/** The form's own tag, and those of the checked boxes: at the provider the value of an option is its tag. */
export function tagsOf({ formId, fields }: Submission, content: Content): Set<string> {
  const tag = findForm(content, formId)?.form.tag;
  const options = Object.entries(fields).filter(([wire]) => wire.startsWith('inf_option_'));
  return new Set([...(tag ? [tag] : []), ...options.map(([, value]) => value)]);
}
