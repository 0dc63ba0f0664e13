import type { Values } from './definition.ts';

export type Person = ReturnType<typeof personOf>;

/** Reads who sent a form from its stored answers, which carry the provider's field names. */
export function personOf(fields: Values) {
  return {
    firstName: fields['inf_field_FirstName'] ?? '',
    lastName: fields['inf_field_LastName'] ?? '',
    email: fields['inf_field_Email'] ?? '',
    brand: fields['inf_field_Company'] ?? '',
    phone: fields['inf_field_Phone1'] ?? '',
    systemSize: fields['inf_custom_SystemSize'] ?? '',
  };
}

export const fullName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`.trim();
