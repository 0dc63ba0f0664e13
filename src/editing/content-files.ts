import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listFolder } from '../content/list-folder.ts';
import { notUtf8 } from '../content/reader.ts';
import { Refused } from '../refused.ts';
import { schemaOf } from './fields.ts';

const maxBytes = 1_000_000;

/** The folder of uploaded pictures in a content folder. */
export const pictureFolder = 'uploads/pages';
export const isPicture = (file: string): boolean => file.startsWith(pictureFolder);
export const isNotYaml = (file: string): boolean => !file.endsWith('.yaml');

/** The texts of a content folder by their names, for example `retreats/spring-2026/hero.yaml`. */
export type Texts = Map<string, string>;

/**
 * Reads the YAML files of a content folder. A name that is asked for is looked up among these, so that no path can lead out of the folder.
 * Throws Refused for a symbolic link that the site follows, for a file over 1 MB, and for one that is not UTF-8.
 */
export function readTexts(folder: string): Texts {
  const { files, symbolicLinks } = listFolder(folder);
  assertNoneFollowed(symbolicLinks);
  const names = files.filter((name) => name.endsWith('.yaml'));
  return new Map(names.toSorted().map((name) => [name, readText(join(folder, name), name)]));
}

/** The folders that the site follows a symbolic link for. */
const folders = new Set(['emails', 'retreats', 'speaker-series', 'uploads']);

/** The site follows these links, which can lead out of the folder. Without them, a draft would seem to miss files that the pages show. */
function assertNoneFollowed(symbolicLinks: string[]): void {
  const followed = symbolicLinks.find((name) => folders.has(name) || schemaOf(name));
  if (followed !== undefined)
    throw new Refused(
      `content/${followed} is a symbolic link, which the desk does not follow; replace it on the server with a copy of what it leads to`,
    );
}

function readText(path: string, name: string): string {
  if (statSync(path).size > maxBytes) throw new Refused(`content/${name} is over 1 MB; shorten the file on the server.`);
  const bytes = readFileSync(path);
  if (!isUtf8(bytes)) throw new Refused(`content/${name} is ${notUtf8}.`);
  return bytes.toString();
}

/** `readTexts` could not read a text again. */
export class TextTooLong extends Refused {}

/** Throws TextTooLong. */
export function assertNotTooLong(file: string, text: string): void {
  if (Buffer.byteLength(text) > maxBytes) throw new TextTooLong(`content/${file} would be over 1 MB with this text; shorten the text.`);
}

/** Returns the text of a file. Throws Refused if the content has none with this name. */
export function fileText(texts: Texts, file: string): string {
  const text = texts.get(file);
  if (text === undefined) throw new Refused(`content/ has no file “${file}”; reload the page and try again.`);
  return text;
}
