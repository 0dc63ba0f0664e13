import type { Values } from './definition.ts';

/** Who sent a form. A part that the form did not ask for is empty. */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  brand: string;
  phone: string;
  systemSize: string;
}

/** The provider's name of each part: in forms, in stored submissions and at the provider. */
export const personWires = {
  firstName: 'inf_field_FirstName',
  lastName: 'inf_field_LastName',
  email: 'inf_field_Email',
  brand: 'inf_field_Company',
  phone: 'inf_field_Phone1',
  systemSize: 'inf_custom_SystemSize',
} as const satisfies Record<keyof Person, string>;

/** Returns the person behind answers by wire name. */
export function personOf(fields: Values): Person {
  const part = (name: keyof Person) => fields[personWires[name]] ?? '';
  return {
    firstName: part('firstName'),
    lastName: part('lastName'),
    email: part('email'),
    brand: part('brand'),
    phone: part('phone'),
    systemSize: part('systemSize'),
  };
}

/** Returns first and last name with a space between them, or the one that there is. */
export const fullName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`.trim();
