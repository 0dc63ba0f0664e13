import { z } from 'zod';
import { partFileName } from '../content/load.ts';
import { shapeAt, type Shape } from '../content/picture-shapes.ts';
import { afterwardsWords } from '../content/schemas/afterwards.ts';
import { emailFiles } from '../content/schemas/emails.ts';
import { inDesk } from '../content/schemas/parts.ts';
import { invitation, retreatFiles } from '../content/schemas/retreat.ts';
import { pageWords, site } from '../content/schemas/site.ts';
import { status } from '../content/schemas/status.ts';
import { speakerSeries, workshop } from '../content/schemas/workshop.ts';
import { schemaAt } from '../content/schema-path.ts';
import { pathOf } from '../content/pointer.ts';
import type { PlaceWithOptionNames, Place } from './place.ts';

/** How a field is edited. `options` are the values of a choice, `shape` that of a picture. */
export interface EditableField {
  kind: 'text' | 'date' | 'time' | 'number' | 'switch' | 'choice' | 'picture' | 'list' | 'group';
  options?: string[];
  /** What an organizer calls each option. */
  optionNames?: Record<string, string>;
  /** The sentence beside the field. It replaces the comment in the file, which describes the file. */
  help?: string;
  shape?: Shape;
}

const byName: Record<string, z.core.$ZodType> = {
  'site.yaml': site,
  'words.yaml': pageWords,
  'invitation.yaml': invitation,
  'status.yaml': status,
  'afterwards.yaml': afterwardsWords,
  'speaker-series.yaml': speakerSeries,
};
const byPart = (files: Record<string, z.core.$ZodType>) =>
  new Map(Object.entries(files).map(([part, schema]) => [partFileName(part), schema]));
const mails = byPart(emailFiles);
const partsOfRetreat = byPart(retreatFiles);

/** Returns the schema of a content file; undefined for a file that content/ does not have. */
export function schemaOf(file: string): z.core.$ZodType | undefined {
  const [folder = '', name = '', part = ''] = file.split('/');
  if (folder === 'emails') return mails.get(name);
  if (folder === 'retreats') return partsOfRetreat.get(part);
  return /^speaker-series\/[^/]+\.yaml$/u.test(file) ? workshop : byName[file];
}

/** Returns how the field at a pointer is edited; undefined if there is no such field. Throws Refused. */
export function fieldAt(file: string, pointer: string): EditableField | undefined {
  const schema = schemaOf(file);
  const type = schema && schemaAt(schema, pathOf(pointer));
  if (!type) return undefined;
  const field = fieldOf(type);
  const shape = field.kind === 'picture' ? shapeAt(file, pointer.slice(1)) : undefined;
  const { help, options: optionNames } = inDesk.get(type) ?? {};
  return { ...field, ...(shape && { shape }), ...(help !== undefined && { help }), ...(optionNames && { optionNames }) };
}

/** Returns a place with what an organizer calls its values; a whole file has none. Throws Refused. */
export function withOptionNames(place: Place): PlaceWithOptionNames {
  const optionNames = place.pointer === '' ? undefined : fieldAt(place.file, place.pointer)?.optionNames;
  return { ...place, ...(optionNames && { optionNames }) };
}

function fieldOf(type: z.core.$ZodType): EditableField {
  if (type instanceof z.ZodEnum) return { kind: 'choice', options: type.options.map(String) };
  if (type instanceof z.ZodBoolean) return { kind: 'switch' };
  if (type instanceof z.ZodNumber) return { kind: 'number' };
  if (type instanceof z.ZodArray) return { kind: 'list' };
  if (type instanceof z.ZodObject) return { kind: 'src' in type.shape && 'alt' in type.shape ? 'picture' : 'group' };
  if (type instanceof z.ZodISODate) return { kind: 'date' };
  return { kind: type instanceof z.ZodISOTime ? 'time' : 'text' };
}
