import type { Content } from '../../content/content.ts';
import type { Submission } from '../../forms/submission.ts';
import { newestSubmissionOf, TryLater, Undeliverable, type Channel } from '../channel.ts';
import { createCustomFields, createKeapClient, customAnswers, missingCustomFields, type KeapClientParts } from './keap-client.ts';
import { findContact, isSameAddress, tagsOf, writtenContact, type Contact } from './keap-contact.ts';

interface KeapApiParts extends KeapClientParts {
  content: Content;
  siteUrl: string;
}

/**
 * The provider's REST API: creates a contact or updates the one with the founder's address, and applies the tags of the form and of the
 * checked boxes.
 */
export function keapApiChannel({ content, siteUrl, ...provider }: KeapApiParts): Channel {
  const client = createKeapClient(provider);
  const customFields = createCustomFields(client);

  async function customFieldsOf(submission: Submission, signal: AbortSignal) {
    const answers = customAnswers(submission);
    const names = answers.map(({ name }) => name);
    const idOf = await customFields(names, signal);
    const missing = names.filter((name) => !idOf(name));
    if (missing.length > 0) throw new Undeliverable(`${missingCustomFields(missing)}, and retry`);
    return answers.map(({ name, answer }) => ({ id: idOf(name) as string, content: answer }));
  }

  return {
    name: 'keap-api',
    // One at a time: two submissions of one founder would each overwrite what the other one read.
    concurrency: 1,
    // A delivery makes six requests at most (model, search, contact, three tags): 200 a minute where 240 are allowed,
    // with room for a slow one.
    spacingMs: 1800,
    // For six responses: an attempt that ends after the contact is written makes all the requests again.
    timeoutMs: 45_000,
    async send(message, signal) {
      const { id: key } = message;
      const submission = newestSubmissionOf(message);
      assertFits('an email address', submission.person.email, 75);
      assertFits('a phone number', submission.person.phone, 40);
      const custom = await customFieldsOf(submission, signal);
      const contact = await findContact(client, submission, propertiesToRead, signal);
      const optInReason = `Sent the form "${submission.formName}" at ${siteUrl} on ${submission.receivedAt.slice(0, 10)}`;
      const write = { body: contactBody(submission, contact, custom, optInReason), key };
      const written = await client({ method: 'POST', path: '/contacts?duplicate_option=Email', schema: writtenContact, write, signal });
      for (const tag of tagsOf(submission, content))
        await client({
          method: 'POST',
          path: `/tags/${encodeURIComponent(tag)}/contacts:applyTags`,
          write: { body: { contact_ids: [idOfWritten(written, submission)] }, key },
          missing: `The provider has no tag ${tag}; create it there, set its id in content/, and retry`,
          signal,
        });
    },
  };
}

/**
 * Returns the id of a contact that was written. Throws TryLater if it has only addresses of another person, who must not get the founder's
 * tags. A response without addresses does not say whose contact it is.
 */
function idOfWritten(written: Partial<Contact>, { person }: Submission): string {
  const addresses = written.email_addresses ?? [];
  const isOther = addresses.length > 0 && !addresses.some(({ email }) => isSameAddress(email, person.email));
  if (!written.id || isOther) throw new TryLater('The provider’s response does not name the contact that was written');
  return String(written.id);
}

/** The properties that are read before a contact is written. */
const propertiesToRead: (keyof Contact)[] = ['id', 'email_addresses', 'phone_numbers', 'custom_fields'];

/** The provider would truncate or refuse longer values (its EmailAddressRequest.md and PhoneNumber.md). Throws Undeliverable. */
function assertFits(what: string, value: string, maxLength: number): void {
  const length = [...value].length;
  if (length > maxLength)
    throw new Undeliverable(
      `The provider takes ${what} of at most ${maxLength} characters, and this one has ${length}; ask the founder for another, or add the contact by hand`,
    );
}

/**
 * Returns the body that writes a contact. A list replaces the contact's own (the provider's CreateUpdateContactRequest.md: "Any address not
 * listed here will be removed"), so what the contact has already is sent along; an empty answer changes nothing.
 */
function contactBody(submission: Submission, contact: Contact | undefined, custom: { id: string; content: string }[], optInReason: string) {
  const { person, formId, utm } = submission;
  const emails = contact?.email_addresses ?? [];
  const slot = emails.find(({ email }) => isSameAddress(email, person.email))?.field ?? 'EMAIL1';
  return {
    given_name: person.firstName || undefined,
    family_name: person.lastName || undefined,
    email_addresses: [
      { field: slot, email: person.email, opt_in_reason: optInReason },
      // The founder's other addresses keep the consent that they have: a reason would give it again.
      ...emails.filter(({ field }) => field !== slot).map(({ field, email }) => ({ field, email })),
    ],
    ...(person.brand && { company: { company_name: person.brand } }),
    ...(person.phone && {
      phone_numbers: [
        { field: 'PHONE1', number: person.phone },
        ...(contact?.phone_numbers ?? [])
          .filter(({ field }) => field !== 'PHONE1')
          .map(({ field, number, type, extension }) => ({ field, number, type, extension })),
      ],
    }),
    custom_fields: [
      ...custom,
      ...(contact?.custom_fields ?? []).filter(({ id, content }) => (content ?? '') !== '' && !custom.some((own) => own.id === String(id))),
    ],
    ...(Object.keys(utm).length > 0 && { utm_parameters: { keap_source_id: formId, ...utm } }),
  };
}
