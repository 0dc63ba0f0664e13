import { z } from 'zod';
import { unwrapSchema, valueAt } from './schema-path.ts';
import { zone } from './schemas/parts.ts';

/**
 * In the preview of the desk, two marks enclose every text: one before it, and one after it that names its place in content/, the file and
 * the JSON pointer (RFC 6901), in Unicode's invisible tag characters. src/editing/preview/place-marks.ts turns them into attributes. No
 * build has them.
 */
const openMark = '\u{E0001}';
const namedMark = '\u{E0002}';
const closeMark = '\u{E007F}';
const tagOf = (code: number) => 0xe_00_00 + code;

/** Matches a mark; the group is the name of a closing one, in tag characters. */
export const markPattern = /\u{E0001}|\u{E0002}([\u{E0020}-\u{E007E}]*)\u{E007F}/gu;

/** Returns a text as visitors see it, for a comparison. */
export const withoutMarks = (text: string): string => text.replaceAll(markPattern, '');

/** Whether this process renders the pages of a preview. */
export const isPreview = (): boolean => process.env['CONTENT_MARKS'] === '1';

/** Returns the file and pointer that a closing mark names, for example `site.yaml#/name`. */
export const placeIn = (tags: string): string => String.fromCodePoint(...Array.from(tags, (tag) => tag.codePointAt(0)! - tagOf(0)));

const withMarks = (text: string, place: string) =>
  openMark + text + namedMark + String.fromCodePoint(...Array.from(place, (character) => tagOf(character.codePointAt(0)!))) + closeMark;

/** The texts that are derived from a fact if the file does not have them, with that fact. */
const derived: Record<string, string> = {
  '/updatedText': '/date',
  '/checkIn/text': '/checkIn/on',
  '/checkOut/text': '/checkOut/on',
  '/zoneText': '/zone',
  '/dateText': '/on',
  '/timeText': '/at',
  '/lengthText': '/minutes',
};

/** Returns the parsed data of a file with its texts marked. Dates, addresses, choices and ids are not marked, because code reads them. */
export function markTexts<Data>(file: string, schema: z.core.$ZodType, data: Data, raw: unknown): Data {
  const at = (pointer: string) => `${file}#${pointer}`;
  const walk = (field: z.core.$ZodType | undefined, value: unknown, rawValue: unknown, pointer: string): unknown => {
    const type = field && unwrapSchema(field);
    if (type instanceof z.ZodArray && Array.isArray(value))
      return value.map((item, index) => walk(type.element as z.core.$ZodType, item, valueAt(rawValue, [index]), `${pointer}/${index}`));
    if (type instanceof z.ZodObject && typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          key,
          walk(type.shape[key] as z.core.$ZodType | undefined, item, valueAt(rawValue, [key]), `${pointer}/${key}`),
        ]),
      );
    if (typeof value !== 'string' || value === '') return value;
    if (rawValue === undefined) return derived[pointer] ? withMarks(value, at(derived[pointer])) : value;
    return takesAnyWords(type) && !pointer.endsWith('/link') ? withMarks(value, at(pointer)) : value;
  };
  return walk(schema, data, raw, '') as Data;
}

/** Returns whether a schema takes any words: no format or pattern, and not one of the known time zones. */
const takesAnyWords = (type: z.core.$ZodType | undefined): boolean => type instanceof z.ZodString && type.format === null && type !== zone;
