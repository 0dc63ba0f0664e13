import type { Content } from '../../content/content.ts';
import { formsOf } from '../../forms/catalog.ts';
import type { Submission } from '../../forms/submission.ts';
import { withTimeout } from '../channel.ts';
import { createKeapClient, customFieldIds, customFieldOf } from './keap-client.ts';
import type { CustomFieldIds, KeapClientParts } from './keap-client.ts';
import { findContact, tagsOf } from './keap-contact.ts';
import type { Contact } from './keap-contact.ts';

/** Returns the data of a submission that is missing at the provider, as text; undefined if nothing is missing. */
export type ReadBack = (submission: Submission) => Promise<string | undefined>;

const properties: (keyof Contact)[] = ['id', 'email_addresses', 'given_name', 'family_name', 'phone_numbers', 'custom_fields', 'tag_ids'];

/**
 * Reads contacts and their tags back over the provider's REST API. A value that was changed at the provider is no difference; a missing
 * value is. It throws what the client throws.
 */
export function keapReadBack({ content, ...provider }: KeapClientParts & { content: Content }): ReadBack {
  const client = createKeapClient(provider);
  const tags = new Map(formsOf(content).map(({ id, tag }) => [id, tag]));
  let idOf: CustomFieldIds | undefined;
  return (submission) =>
    withTimeout(async (signal) => {
      const contact = await findContact(client, submission, properties, signal);
      if (!contact) return 'there is no contact with this email address';
      idOf ??= await customFieldIds(client, signal);
      const missing = [
        ...missingFields(submission, contact, idOf),
        ...missingTags(tagsOf(submission, tags.get(submission.formId)), contact),
      ];
      return missing.length > 0 ? `the contact has no ${missing.join(', no ')}` : undefined;
    });
}

function* missingFields({ person, fields }: Submission, contact: Contact, idOf: CustomFieldIds): Generator<string> {
  if (person.firstName && !contact.given_name) yield 'first name';
  if (person.lastName && !contact.family_name) yield 'last name';
  if (person.phone && !contact.phone_numbers?.some(({ number }) => number)) yield 'phone number';
  for (const [wire, answer] of Object.entries(fields)) {
    const name = customFieldOf(wire);
    if (!name || !answer) continue;
    const held = contact.custom_fields?.find(({ id }) => String(id) === idOf(name));
    if ((held?.content ?? '') === '') yield name;
  }
}

function* missingTags(wanted: Set<string>, { tag_ids = [] }: Contact): Generator<string> {
  const held = new Set(tag_ids.map(String));
  for (const tag of wanted) if (!held.has(tag)) yield `tag ${tag}`;
}
