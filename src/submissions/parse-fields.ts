import { isUtf8 } from 'node:buffer';
import type { FormDefinition, Problems, Values } from '../forms/definition.ts';
import { formIdentity, honeypot, proofField, utmNames } from '../forms/hidden-fields.ts';
import { maxFields } from './limits.ts';
import { HttpError } from '../http/http-error.ts';

/**
 * A parsed post: the values of the form's fields, problems with their encoding, the campaign parameters, and the fields that a script or a
 * robot fills in.
 */
export interface ParsedFields {
  values: Values;
  problems: Problems;
  utm: Values;
  /** The proof of work; empty if script is off. */
  proof: string;
  /** Whether the field that people leave empty was filled in. */
  isHoneypotFilled: boolean;
}

const utmLength = 500;
const campaignNames = new Set<string>(utmNames);
/** The fields of a post that are not answers. */
const besideAnswers = new Set<string>([...utmNames, ...Object.values(formIdentity), honeypot, proofField]);
const damagedText = 'Some of these characters got damaged on the way; please type this again';

/**
 * Returns the fields of an `application/x-www-form-urlencoded` body (URL Standard, 5.1), without fields that the form does not know. Bytes
 * that are not UTF-8 are reported, since decoding alone would hide them. A value is returned exactly as typed, not yet validated; a field
 * that was not sent is absent. Throws HttpError: 413 for over 100 fields, 400 for a field given twice.
 */
export function parseFields(body: Uint8Array, form: Pick<FormDefinition, 'fields'>): ParsedFields {
  const wires = new Set(form.fields.map(({ wire }) => wire));
  const sent = new Map<string, Buffer>();
  const pairs = Buffer.from(body).toString('latin1').split('&').filter(Boolean);
  if (pairs.length > maxFields) throw new HttpError(413);
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at)).toString();
    if (!wires.has(name) && !besideAnswers.has(name)) continue;
    if (sent.has(name)) throw new HttpError(400);
    sent.set(name, decode(at < 0 ? '' : pair.slice(at + 1)));
  }
  const answers = [...sent].filter(([name]) => wires.has(name));
  const campaign = [...sent].filter(([name]) => !wires.has(name) && campaignNames.has(name));
  return {
    values: Object.fromEntries(answers.map(([name, bytes]) => [name, bytes.toString()])),
    utm: Object.fromEntries(campaign.map(([name, bytes]) => [name, campaignValue(bytes.toString())])),
    proof: sent.get(proofField)?.toString() ?? '',
    isHoneypotFilled: Boolean(sent.get(honeypot)?.length),
    // A visitor can only correct fields that are typed.
    problems: Object.fromEntries(answers.filter(([, bytes]) => !isUtf8(bytes)).map(([name]) => [name, damagedText])),
  };
}

const campaignValue = (typed: string) => [...typed.replaceAll(/\p{Cc}/gu, '')].slice(0, utmLength).join('');

/** Percent-decoding to bytes (URL Standard, 1.3), from a string with one byte per character. */
function decode(text: string): Buffer {
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
