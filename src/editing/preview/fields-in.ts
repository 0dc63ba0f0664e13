import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { fieldAt } from '../fields.ts';
import type { Place } from '../place.ts';

/** A value of a content file, for a list of every value that a page shows or derives texts from. */
export interface PageField extends Place {
  value: string | number | boolean | null;
  /** What an organizer calls the value, if it is one of several options. */
  valueName?: string;
}

/** Returns every value of a file in a content folder, or of the files in one of its folders. */
export function fieldsIn(folder: string, name: string): PageField[] {
  const files = name.endsWith('.yaml') ? [name] : readdirSync(join(folder, name)).map((each) => `${name}/${each}`);
  return files
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => {
      const data = parse(readFileSync(join(folder, file), 'utf8')) as object;
      return valuesOf(file, { ...absent(file), ...data }, '');
    });
}

/** Fields that a file may leave out, but that an organizer must be able to find. */
function absent(file: string): object {
  if (file.startsWith('speaker-series/')) return { cancelled: null };
  return file === 'site.yaml' ? { postalAddress: null } : {};
}

function valuesOf(file: string, value: unknown, pointer: string): PageField[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, item]) => valuesOf(file, item, `${pointer}/${key}`));
  const valueName = fieldAt(file, pointer)?.optionNames?.[String(value)];
  return [{ file, pointer, value: value as PageField['value'], ...(valueName && { valueName }) }];
}
