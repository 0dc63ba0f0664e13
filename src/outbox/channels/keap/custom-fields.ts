import { setBase } from './client.ts';
import type { KeapClient } from './client.ts';

/** The provider's model of a contact (its CustomFieldMetaData.md). */
interface Model {
  custom_fields?: { id: string | number; label?: string; field_name?: string }[];
}

/** The provider's id of the custom field for contacts of this name; undefined where it has none. */
export type CustomFieldIds = (name: string) => string | undefined;

/** A name without what the provider adds to it or takes away: `SystemSize`, `_SystemSize` and "System Size" are one. */
const plain = (name: string) => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Asks the provider for its custom fields. What it throws is the client's. */
export async function customFieldIds(ask: KeapClient, signal: AbortSignal): Promise<CustomFieldIds> {
  const missing = `The provider has no REST API at this address (404); ${setBase}`;
  const { custom_fields = [] } = await ask<Model>({ method: 'GET', path: '/contacts/model', missing, signal });
  const ids = new Map(
    custom_fields.flatMap(({ id, label = '', field_name = '' }) => [label, field_name].map((name) => [plain(name), String(id)] as const)),
  );
  return (name) => ids.get(plain(name));
}

/** The name of the custom field that a question stands for by its wire name; undefined where it stands for none. */
export const customFieldOf = (wire: string) => /^inf_custom_(.+)$/u.exec(wire)?.[1];

/** What is to be said where the provider has none of these names. */
export const noCustomField = (names: string[]) =>
  `The provider has no custom field for contacts called ${names.join(' or ')}; make it there`;
