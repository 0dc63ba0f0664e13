import type { Submission } from '../../../forms/submission.ts';
import { Undeliverable } from '../../channel.ts';
import { customFieldOf } from './custom-fields.ts';

/** A contact, as far as this speaks of it (github.com/infusionsoft/keap-sdk-php, docs/Model/Contact.md). */
export interface Contact {
  id: string;
  email_addresses?: { email?: string; field?: string }[];
  phone_numbers?: { number?: string; field?: string; type?: string; extension?: string }[];
  custom_fields?: { id: string; content: unknown }[];
}

/** The properties of it that are read before it is written. */
export const readProperties = 'id,email_addresses,phone_numbers,custom_fields';

/** The provider's limits (its EmailAddressRequest.md and PhoneNumber.md), in characters. */
const limits = { email: 75, phone: 40 };

const emailOf = ({ fields }: Submission) => fields['inf_field_Email'] ?? '';
const same = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase();

/** Throws Undeliverable for what the provider would cut or refuse. */
export function assertFits(submission: Submission): void {
  assertShort('an email address', emailOf(submission), limits.email);
  assertShort('a phone number', submission.fields['inf_field_Phone1'] ?? '', limits.phone);
}

function assertShort(what: string, value: string, most: number): void {
  const length = [...value].length;
  if (length > most)
    throw new Undeliverable(
      `The provider keeps ${what} of at most ${most} characters, and hers has ${length}; ask her for another, or add her by hand`,
    );
}

/** The one among the provider's contacts who has her address. */
export function ownContact(contacts: Contact[], submission: Submission): Contact | undefined {
  return contacts.find(({ email_addresses = [] }) => email_addresses.some(({ email }) => same(email, emailOf(submission))));
}

/** The custom fields that she answered, by their names. */
export function customAnswers({ fields }: Submission): [name: string, content: string][] {
  return Object.entries(fields).flatMap(([wire, content]) => {
    const name = customFieldOf(wire);
    return name && content ? [[name, content]] : [];
  });
}

/** The ids of the tags for the boxes that she ticked: at the provider an option's value is its tag. */
export function optionTags({ fields }: Submission): string[] {
  return Object.entries(fields).flatMap(([wire, value]) => (wire.startsWith('inf_option_') ? [value] : []));
}

/**
 * What is written. A list replaces the contact's own (the provider's CreateUpdateContactRequest.md: "Any address not listed here will be
 * removed"), so what she has there already is sent along; an answer that she left empty changes nothing.
 */
export function contactRequest(
  submission: Submission,
  known: Contact | undefined,
  custom: { id: string; content: string }[],
  reason: string,
) {
  const { fields, formId, utm } = submission;
  const emails = known?.email_addresses ?? [];
  const slot = emails.find(({ email }) => same(email, emailOf(submission)))?.field ?? 'EMAIL1';
  const phone = fields['inf_field_Phone1'];
  return {
    given_name: fields['inf_field_FirstName'],
    family_name: fields['inf_field_LastName'],
    email_addresses: [
      { field: slot, email: emailOf(submission), opt_in_reason: reason },
      // Another address of hers keeps the consent that it has: a reason would give it anew.
      ...emails.filter(({ field }) => field !== slot).map(({ field, email }) => ({ field, email })),
    ],
    ...(fields['inf_field_Company'] && { company: { company_name: fields['inf_field_Company'] } }),
    ...(phone && {
      phone_numbers: [
        { field: 'PHONE1', number: phone },
        ...(known?.phone_numbers ?? [])
          .filter(({ field }) => field !== 'PHONE1')
          .map(({ field, number, type, extension }) => ({ field, number, type, extension })),
      ],
    }),
    custom_fields: [
      ...custom,
      ...(known?.custom_fields ?? []).filter(({ id, content }) => (content ?? '') !== '' && !custom.some((own) => own.id === String(id))),
    ],
    ...(Object.keys(utm).length > 0 && { utm_parameters: { keap_source_id: formId, ...utm } }),
  };
}
