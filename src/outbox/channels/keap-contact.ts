import { z } from 'zod';
import type { Content } from '../../content/content.ts';
import { findForm } from '../../forms/catalog.ts';
import type { Submission } from '../../forms/submission.ts';
import type { KeapClient } from './keap-client.ts';

const id = z.union([z.string(), z.number()]).transform(String);
const optional = z.unknown().optional();

/**
 * The part of a contact that is used here (github.com/infusionsoft/keap-sdk-php, docs/Model/Contact.md). What is only written back as it was
 * read may be anything.
 */
const contact = z.object({
  id,
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  email_addresses: z.array(z.object({ email: z.string().optional(), field: z.string().optional() })).optional(),
  phone_numbers: z.array(z.object({ field: z.string().optional(), number: optional, type: optional, extension: optional })).optional(),
  custom_fields: z.array(z.looseObject({ id, content: optional })).optional(),
  tag_ids: z.array(id).optional(),
});

export type Contact = z.infer<typeof contact>;

/** The provider may respond to a written contact with a part of it. */
export const writtenContact = contact.partial();

const contactList = z.object({ contacts: z.array(contact).default([]) });

/** Returns whether two email addresses are the same, in any case. */
export const isSameAddress = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase();

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
  const { contacts } = await client({ method: 'GET', path: `/contacts?${search}`, schema: contactList, signal });
  return contacts.find(({ email_addresses = [] }) => email_addresses.some(({ email }) => isSameAddress(email, person.email)));
}

/** Returns the tag of the form and those of the checked boxes. At the provider, the value of an option is its tag. */
export function tagsOf({ formId, fields }: Submission, content: Content): Set<string> {
  const tag = findForm(content, formId)?.form.tag;
  const options = Object.entries(fields).filter(([wire]) => wire.startsWith('inf_option_'));
  return new Set([...(tag ? [tag] : []), ...options.map(([, value]) => value)]);
}
