import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Content, FileProblem } from '../content.ts';
import { fieldName } from '../editor-messages.ts';
import type { ValuePath } from '../schema-path.ts';
import { partFileName } from '../load.ts';
import type { PictureContent } from '../schemas/parts.ts';
import { retreatParts, type RetreatPart } from '../schemas/retreat.ts';

/** A problem of content that is valid file by file. `launch`: a warning before launch and an error at launch; `always`: an error. */
export interface Finding extends FileProblem {
  severity: 'always' | 'launch';
}

/** The data that a check gets besides the content. */
export interface CheckContext {
  now: Date;
  /** Whether a picture's address, for example `/uploads/book-cover.svg`, has a file. */
  fileExists: (src: string) => boolean;
}

/** Returns the data for checks of the content in a folder at an instant. */
export const checkContextOf = (folder: string, now: Date): CheckContext => ({ now, fileExists: (src) => existsSync(join(folder, src)) });

/** A check of content that is valid file by file. It never throws. */
export type ContentCheck = (content: Content, context: CheckContext) => FileProblem[];

/** The file that a workshop was read from. */
export const workshopFile = ({ slug }: { slug: string }) => `content/speaker-series/${slug}.yaml`;

/** The file of one part of a retreat's page. */
export const retreatFile = ({ slug }: { slug: string }, part: RetreatPart) => `content/retreats/${slug}/${partFileName(part)}`;

type NamedValue = { file: string; field: string; value: unknown };

/** Yields a value of a file and every value in it. */
export function* valuesIn(file: string, value: unknown, path: ValuePath = []): Generator<NamedValue> {
  yield { file, field: fieldName(path), value };
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* valuesIn(file, item, [...path, index]);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* valuesIn(file, inner, [...path, key]);
}

/** Yields every value of the pages' files: groups, lists and single values. */
export function* allFields(content: Content): Generator<NamedValue> {
  for (const part of ['site', 'words', 'invitation', 'status'] as const) yield* valuesIn(`content/${part}.yaml`, content[part]);
  yield* valuesIn('content/afterwards.yaml', content.afterwardsWords);
  for (const retreat of content.retreats) for (const part of retreatParts) yield* valuesIn(retreatFile(retreat, part), retreat[part]);
  yield* valuesIn('content/speaker-series.yaml', content.speakerSeries);
  for (const workshop of content.workshops) yield* valuesIn(workshopFile(workshop), workshop);
}

/** Yields every group of fields in the pages' files that has this field. */
export function* groupsWith<Name extends string>(
  content: Content,
  name: Name,
): Generator<Omit<NamedValue, 'value'> & { group: Record<Name, unknown> }> {
  for (const { file, field, value } of allFields(content))
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, name))
      yield { file, field, group: value as Record<Name, unknown> };
}

/** Yields every picture in the pages' files. */
export function* picturesIn(content: Content): Generator<{ file: string; field: string; picture: PictureContent }> {
  for (const { file, field, group } of groupsWith(content, 'alt')) yield { file, field, picture: group as PictureContent };
}

/** Yields every text in the pages' files, with each run of white space as one space. */
export function* allTexts(content: Content): Generator<{ file: string; field: string; text: string }> {
  for (const { file, field, value } of allFields(content))
    if (typeof value === 'string') yield { file, field, text: value.replace(/\s+/gu, ' ') };
}

/** Returns the name of a field of a group, such as `pictures[3].src`; the name of the group is empty for the file itself. */
export const subfield = (group: string, name: string) => (group ? `${group}.${name}` : name);
