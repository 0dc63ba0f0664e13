import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Submission } from '../../forms/submission.ts';
import { ChannelClosed, TryLater, Undeliverable } from '../channel.ts';
import { describeResponse, hasTooManyValues, isTemporaryFailure, isWebPage, request, throwTemporary } from './http-request.ts';

export interface KeapClientParts {
  /** The API's base URL, `https://api.keap.com/crm`. */
  url: string;
  token: string;
  agent: string;
  now: () => Date;
}

interface KeapRequest<Result> {
  method: 'GET' | 'POST';
  path: string;
  /** What the response must be. Without it, nothing in the response is used. */
  schema?: z.ZodType<Result>;
  /** The body of a request that writes; the key is the id of the delivery, the same for every attempt. */
  write?: { body: object; key: string };
  /** The error message for a 404. */
  missing?: string;
  signal: AbortSignal;
}

/**
 * Sends a request to the provider's REST API and returns the JSON of its response, of which an empty one to a write counts as `{}`. Throws
 * ChannelClosed, TryLater, Undeliverable.
 */
export type KeapClient = <Result>(request: KeapRequest<Result>) => Promise<Result>;

const fixUrl = 'set KEAP_API_URL to the base of its REST API, https://api.keap.com/crm';

/** The least time between two requests of one process: six a second where ten are allowed. */
const requestSpacingMs = 150;

/** How often a closed channel is tried. */
const probeAfterSeconds = 3 * 60;

/**
 * Creates a client of the provider's REST API version 2 (developer.keap.com/docs/restv2; its own SDK,
 * github.com/infusionsoft/keap-sdk-php). A personal access token or a service account key is sent as a bearer token; each allows 10
 * requests a second, 240 a minute and 30,000 a day (developer.infusionsoft.com/api-token-quota-and-usage-measurements).
 */
export function createKeapClient({ url, token, agent, now }: KeapClientParts): KeapClient {
  const receiver = { name: 'The provider', now };
  let last = -Infinity;
  return async <Result>({ method, path, schema, write, missing, signal }: KeapRequest<Result>) => {
    const earlyMs = last + requestSpacingMs - performance.now();
    if (earlyMs > 0) await sleep(earlyMs, undefined, { signal });
    last = performance.now();
    const response = await request(receiver, `${url}/rest/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'user-agent': agent,
        ...(write && { 'content-type': 'application/json', 'idempotency-key': `"${write.key}"` }),
      },
      ...(write && { body: JSON.stringify(write.body) }),
      signal,
    });
    const { status } = response;
    if (status >= 200 && status < 300) return parse(write && response.text === '' ? '{}' : response.text, schema);
    if (status === 401)
      throw new ChannelClosed('The provider refuses our token (401); set KEAP_API_TOKEN to a valid one', probeAfterSeconds);
    if (status === 403)
      throw new ChannelClosed(
        `The provider does not let our token do this (${describeResponse(response)}); give the token the rights to read and write contacts and tags`,
        probeAfterSeconds,
      );
    if (isTemporaryFailure(response)) throwTemporary(receiver, response);
    // An earlier request with this key is still in progress (draft-ietf-httpapi-idempotency-key-header-07, 2.7), or somebody changed the
    // contact at that moment (RFC 9110, 15.5.10). The next attempt reads the contact again.
    if (status === 409) throw new TryLater(`The provider is changing the same record (${describeResponse(response)})`);
    if (status >= 300 && status < 400)
      throw new TryLater(`The provider redirects to another address (${status}), perhaps during maintenance; if it persists, ${fixUrl}`);
    if (status === 404 && missing) throw new Undeliverable(missing);
    throw new Undeliverable(
      `The provider does not accept it (${describeResponse(response)}); fix the cause there and retry, or add the founder by hand`,
    );
  };
}

/**
 * Returns the body of a response, without fields that are null: the provider may write an empty list that way. Throws TryLater for anything
 * that is not JSON, such as a web page, which a provider under maintenance or a proxy may send for a while, for too much data, and for data
 * of another shape than the schema, and Undeliverable for JSON that is not an object.
 */
function parse<Result>(text: string, schema: z.ZodType<Result> = z.any()): Result {
  if (isWebPage(text))
    throw new TryLater(
      `The provider responds with a web page instead of its REST API, perhaps during maintenance; if it persists, ${fixUrl}`,
    );
  if (hasTooManyValues(text))
    throw new TryLater(`The provider’s response has more data than its REST API describes; if it persists, ${fixUrl}, or ask the provider`);
  const body = jsonIn(text);
  if (body === undefined)
    throw new TryLater(`The provider’s response is not JSON of its REST API, perhaps that of a proxy; if it persists, ${fixUrl}`);
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new Undeliverable(`The provider’s response is not JSON of its REST API; ${fixUrl}`);
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  const property = error.issues[0]?.path[0];
  throw new TryLater(
    `The provider’s response has ${JSON.stringify(property)} in another form than its REST API describes; if it persists, ${fixUrl}, or ask the provider`,
  );
}

/** Returns undefined for text that is not JSON. */
function jsonIn(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text, (_name, value: unknown) => value ?? undefined);
    // The reviver removes the text `null` as well.
    return body ?? null;
  } catch {
    return undefined;
  }
}

/** Returns the provider's id of a custom field for contacts; undefined if there is none of this name. */
type CustomFieldIds = (name: string) => string | undefined;

/**
 * Returns a name without the characters that the provider may add or remove: `SystemSize`, `_SystemSize` and "System Size" are the same.
 */
const normalized = (name: string) => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** The part of the model of contacts that is used here (the provider's ObjectModel.md and CustomFieldMetaData.md). */
const contactModel = z.object({
  custom_fields: z
    .array(z.object({ id: z.union([z.string(), z.number()]), label: z.string().default(''), field_name: z.string().default('') }))
    .default([]),
});

/** Reads the provider's custom fields for contacts. */
export async function fetchCustomFieldIds(client: KeapClient, signal: AbortSignal): Promise<CustomFieldIds> {
  const missing = `The provider has no REST API at this address (404); ${fixUrl}`;
  const { custom_fields } = await client({ method: 'GET', path: '/contacts/model', schema: contactModel, missing, signal });
  const ids = new Map(
    custom_fields.flatMap(({ id, label, field_name }) => [label, field_name].map((name) => [normalized(name), String(id)] as const)),
  );
  return (name) => ids.get(normalized(name));
}

const noFields: CustomFieldIds = () => undefined;

/**
 * Returns a function that returns the ids of custom fields. It reads them once, and again when one of the wanted names is missing: the field
 * may have been created since.
 */
export function createCustomFields(client: KeapClient) {
  let idOf = noFields;
  return async (names: string[], signal: AbortSignal): Promise<CustomFieldIds> => {
    if (!names.every(idOf)) idOf = await fetchCustomFieldIds(client, signal);
    return idOf;
  };
}

/** Returns the name of the custom field that a wire name stands for; undefined if it stands for none. */
export const customFieldOf = (wire: string) => /^inf_custom_(.+)$/u.exec(wire)?.[1];

/** Returns the answers of a submission that belong in custom fields, with the names of those fields. */
export const customAnswers = ({ fields }: Pick<Submission, 'fields'>): { name: string; answer: string }[] =>
  Object.entries(fields).flatMap(([wire, answer]) => {
    const name = customFieldOf(wire);
    return name && answer ? [{ name, answer }] : [];
  });

/** Says to the organizer what to do if the provider has no custom fields of these names. */
export const missingCustomFields = (names: string[]) =>
  `The provider has no custom field for contacts called ${names.join(' or ')}; create it there`;
