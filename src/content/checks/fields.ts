import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Content, FileProblem } from '../content.ts';
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

/** Returns a value of a file, or of a field in it, and every value in it. */
export function valuesIn(file: string, value: unknown, field = ''): NamedValue[] {
  const values = [{ file, field, value }];
  if (Array.isArray(value)) for (const [index, item] of value.entries()) values.push(...valuesIn(file, item, `${field}[${index + 1}]`));
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) values.push(...valuesIn(file, inner, subfield(field, key)));
  return values;
}

/** Returns every value of the pages' files: groups, lists and single values. */
export const allFields = (content: Content): NamedValue[] => [
  ...(['site', 'words', 'invitation', 'status'] as const).flatMap((part) => valuesIn(`content/${part}.yaml`, content[part])),
  ...valuesIn('content/afterwards.yaml', content.afterwardsWords),
  ...content.retreats.flatMap((retreat) => retreatParts.flatMap((part) => valuesIn(retreatFile(retreat, part), retreat[part]))),
  ...valuesIn('content/speaker-series.yaml', content.speakerSeries),
  ...content.workshops.flatMap((workshop) => valuesIn(workshopFile(workshop), workshop)),
];

/** Returns every group of fields in the pages' files that has this field. */
export const groupsWith = <Name extends string>(content: Content, name: Name) =>
  allFields(content).flatMap(({ file, field, value }) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? [{ file, field, group: value as Record<Name, unknown> }]
      : [],
  );

/** Returns every picture in the pages' files. */
export const picturesIn = (content: Content) =>
  groupsWith(content, 'alt').map(({ file, field, group }) => ({ file, field, picture: group as PictureContent }));

/** Returns every text in the pages' files, with each run of white space as one space. */
export const allTexts = (content: Content) =>
  allFields(content).flatMap(({ file, field, value }) =>
    typeof value === 'string' ? [{ file, field, text: value.replace(/\s+/gu, ' ') }] : [],
  );

/** Returns the name of a field of a group, such as `pictures[3].src`; the name of the group is empty for the file itself. */
export const subfield = (group: string, name: string) => (group ? `${group}.${name}` : name);
