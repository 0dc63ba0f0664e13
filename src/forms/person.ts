import type { Values } from './definition.ts';

/** The provider's name of each part of a person: in forms, in stored submissions and at the provider. */
export const personWires = {
  firstName: 'inf_field_FirstName',
  lastName: 'inf_field_LastName',
  email: 'inf_field_Email',
  brand: 'inf_field_Company',
  phone: 'inf_field_Phone1',
  systemSize: 'inf_custom_SystemSize',
} as const;

/** Who sent a form. A part that the form did not ask for is empty. */
export type Person = Record<keyof typeof personWires, string>;

/** Returns the person behind answers by wire name, without the spaces that a keyboard or a paste leaves around an answer. */
export const personOf = (fields: Values): Person =>
  Object.fromEntries(Object.entries(personWires).map(([part, wire]) => [part, (fields[wire] ?? '').trim()])) as Person;

/** Returns the first and the last name with a space between them, or only the one that was given. */
export const fullName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`.trim();
