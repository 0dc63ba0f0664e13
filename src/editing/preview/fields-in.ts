import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A value of a content file, for a list of every value that a page shows or derives texts from. */
export interface PageField {
  file: string;
  pointer: string;
  value: string | number | boolean | null;
}

/** Returns every value of a file in a content folder, or of the files in one of its folders. */
export function fieldsIn(folder: string, name: string): PageField[] {
  const files = name.endsWith('.yaml') ? [name] : readdirSync(join(folder, name)).map((each) => `${name}/${each}`);
  return files
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => {
      const data = parse(readFileSync(join(folder, file), 'utf8')) as object;
      // An older file of a workshop does not have the switch that calls it off.
      return valuesOf(file, file.startsWith('speaker-series/') ? { cancelled: null, ...data } : data, '');
    });
}

function valuesOf(file: string, value: unknown, pointer: string): PageField[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, item]) => valuesOf(file, item, `${pointer}/${key}`));
  return [{ file, pointer, value: value as PageField['value'] }];
}
