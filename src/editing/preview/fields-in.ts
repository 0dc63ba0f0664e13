import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { helpIn } from '../../content/yaml-document.ts';
import { fieldAt } from '../fields.ts';
import type { Place } from '../place.ts';

/** A value of a content file, for a list of every value that a page shows or derives texts from. */
export interface PageField extends Place {
  value: string | number | boolean | null;
  /** What an organizer calls the value, if it is one of several options. */
  valueName?: string;
  /** What is said beside the value when it is chosen. */
  help: string;
}

/** Returns every value of a file in a content folder, or of the files in one of its folders. */
export function fieldsIn(folder: string, name: string): PageField[] {
  const files = name.endsWith('.yaml') ? [name] : readdirSync(join(folder, name)).map((each) => `${name}/${each}`);
  return files.filter((file) => file.endsWith('.yaml')).flatMap((file) => fieldsOf(file, readFileSync(join(folder, file), 'utf8')));
}

/** Returns the fields that an organizer must be able to find although a file may leave them out. */
function optionalFields(file: string): object {
  if (file.startsWith('speaker-series/')) return { cancelled: null };
  return file === 'site.yaml' ? { postalAddress: null } : {};
}

/** Returns every value of a file. The text is parsed only once, and not for the help of each value again. */
function fieldsOf(file: string, text: string): PageField[] {
  const document = parseDocument(text, { resolveKnownTags: false });
  if (document.errors[0]) throw document.errors[0];
  const below = (value: unknown, pointer: string): PageField[] => {
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([key, item]) => below(item, `${pointer}/${key}`));
    const { help = helpIn(document, pointer), optionNames } = fieldAt(file, pointer) ?? {};
    const valueName = optionNames?.[String(value)];
    return [{ file, pointer, value: value as PageField['value'], help, ...(valueName && { valueName }) }];
  };
  return below({ ...optionalFields(file), ...(document.toJS() as object) }, '');
}
