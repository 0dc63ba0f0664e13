import type { Content } from '../content.ts';
import { fieldName, type Path } from '../editor-messages.ts';
import { retreatFileNames } from '../load.ts';

/** One value in a content file, with the name by which an editor finds it. */
export interface FieldValue {
  file: string;
  field: string;
  value: unknown;
}

/** The file that a workshop was read from. */
export const workshopFile = ({ slug }: { slug: string }) => `content/speaker-series/${slug}.yaml`;

/** The file of one part of the retreat page. */
export const retreatFile = (part: keyof Content['retreat']) => `content/retreat/${retreatFileNames[part]}`;

function* within(file: string, value: unknown, path: Path = []): Generator<FieldValue> {
  yield { file, field: fieldName(path), value };
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* within(file, item, [...path, index]);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* within(file, inner, [...path, key]);
}

/** Every value of the retreat's files: groups, lists and single words. */
export function* retreatFields({ retreat }: Content): Generator<FieldValue> {
  for (const [part, value] of Object.entries(retreat)) yield* within(retreatFile(part as keyof Content['retreat']), value);
}

/** Every value of every content file. */
export function* allFields(content: Content): Generator<FieldValue> {
  yield* within('content/site.yaml', content.site);
  yield* within('content/words.yaml', content.words);
  yield* retreatFields(content);
  yield* within('content/speaker-series.yaml', content.speakerSeries);
  for (const workshop of content.workshops) yield* within(workshopFile(workshop), workshop);
}

/** The words among them, with every kind of space made plain, so that a pattern finds them. */
export function* texts(fields: Iterable<FieldValue>): Generator<{ file: string; field: string; text: string }> {
  for (const { file, field, value } of fields) if (typeof value === 'string') yield { file, field, text: value.replace(/\s+/gu, ' ') };
}

/** The field within a group, which may be the file itself. */
export const inside = (group: string, name: string) => (group ? `${group}.${name}` : name);
