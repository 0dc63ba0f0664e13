import type { Content } from '../../content/content.ts';
import type { Submission } from '../../forms/submission.ts';
import { withTimeout } from '../channel.ts';
import { createCustomFields, createKeapClient, customAnswers, type KeapClientParts } from './keap-client.ts';
import { findContact, tagsOf, type Contact } from './keap-contact.ts';

/** Returns the data of a submission that is missing at the provider, as text; undefined if nothing is missing. */
export type ReadBack = (submission: Submission) => Promise<string | undefined>;

const properties: (keyof Contact)[] = ['id', 'email_addresses', 'given_name', 'family_name', 'phone_numbers', 'custom_fields', 'tag_ids'];

/**
 * Reads contacts and their tags back over the provider's REST API. A missing value counts; one that was changed at the provider does
 * not. Throws what the client throws.
 */
export function keapReadBack({ content, ...provider }: KeapClientParts & { content: Content }): ReadBack {
  const client = createKeapClient(provider);
  const customFields = createCustomFields(client);

  /** Returns the names of the custom fields whose answers are missing. */
  async function missingAnswers(submission: Submission, { custom_fields = [] }: Contact, signal: AbortSignal): Promise<string[]> {
    const names = customAnswers(submission).map(({ name }) => name);
    const idOf = await customFields(names, signal);
    const held = new Map(custom_fields.map(({ id, content: answer }) => [String(id), answer ?? '']));
    return names.filter((name) => (held.get(idOf(name) ?? '') ?? '') === '');
  }

  return (submission) =>
    withTimeout(async (signal) => {
      const contact = await findContact(client, submission, properties, signal);
      if (!contact) return 'there is no contact with this email address';
      const missing = [
        ...missingFields(submission, contact),
        ...(await missingAnswers(submission, contact, signal)),
        ...missingTags(tagsOf(submission, content), contact),
      ];
      return missing.length > 0 ? `the contact has no ${missing.join(', no ')}` : undefined;
    });
}

function* missingFields({ person }: Submission, contact: Contact): Generator<string> {
  if (person.firstName && !contact.given_name) yield 'first name';
  if (person.lastName && !contact.family_name) yield 'last name';
  if (person.phone && !contact.phone_numbers?.some(({ number }) => number)) yield 'phone number';
}

function* missingTags(wanted: Set<string>, { tag_ids = [] }: Contact): Generator<string> {
  const held = new Set(tag_ids.map(String));
  for (const tag of wanted) if (!held.has(tag)) yield `tag ${tag}`;
}
