import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { ContentError } from './content-error.ts';
import type { Content } from './content.ts';
import { closestOf, fieldName, parseWith, type Problem } from './editor-messages.ts';
import { readYaml } from './read-yaml.ts';
import { lastDayOf, startOf } from './schedule.ts';
import { afterwardsWords } from './schemas/afterwards.ts';
import { emailFiles } from './schemas/emails.ts';
import { invitation, retreatFiles } from './schemas/retreat.ts';
import type { RetreatContent } from './schemas/retreat.ts';
import { pageWords, site } from './schemas/site.ts';
import { status } from './schemas/status.ts';
import { speakerSeries, workshop, type WorkshopContent } from './schemas/workshop.ts';

/** The name of the file in a retreat's folder or content/emails that holds a part: `whoItsFor` is in who-its-for.yaml. */
export const fileOf = (part: string) => `${part.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}.yaml`;

/**
 * Returns the content folder as a path: without `root`, the folder content/ beside the nearest package.json above this module. The build moves this
 * module, but not out of the repository.
 */
export function contentFolder(root?: URL | string): string {
  if (root instanceof URL) return fileURLToPath(root);
  if (root !== undefined) return resolve(root);
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'content'))) return join(folder, 'content');
  }
  return resolve('content');
}

/** What the name of a retreat or a workshop may be: it is part of an address. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/u;

class Reader {
  readonly problems: string[] = [];
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Loads one file by its schema. Problems are collected, so that an editor sees all of them at once. */
  file<S extends z.ZodType>(name: string, schema: S): z.infer<S> | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const yaml = readYaml(text);
    if ('problems' in yaml) {
      this.problems.push(...yaml.problems.map((problem) => `content/${name}: ${problem}`));
      return undefined;
    }
    const parsed = parseWith(schema, yaml.data);
    if ('value' in parsed) return parsed.value;
    const lineOf = ({ path }: Problem) => yaml.lineOf(path) ?? 0;
    for (const problem of parsed.problems.toSorted((a, b) => lineOf(a) - lineOf(b))) {
      const field = problem.path.length > 0 ? `${fieldName(problem.path)}: ` : '';
      const line = lineOf(problem) > 0 ? ` (line ${lineOf(problem)})` : '';
      this.problems.push(`content/${name}: ${field}${problem.message}${line}`);
    }
    return undefined;
  }

  /** Returns the names of the files in a folder. A YAML file that is not one of the known ones is a problem. */
  names(folder: string, known?: readonly string[]): string[] {
    let names: string[];
    try {
      names = readdirSync(join(this.folder, folder)).toSorted();
    } catch {
      this.problems.push(`content/${folder}: this folder is missing; bring it back with: git checkout -- content/${folder}`);
      return [];
    }
    for (const name of names.filter((each) => /\.ya?ml$/u.test(each) && known && !known.includes(each))) {
      const meant = closestOf(name, known!);
      this.problems.push(`content/${folder}/${name}: no page reads this file; ${meant ? `did you mean "${meant}"?` : 'delete it'}`);
    }
    return names;
  }

  /** Returns the names of the folders in a folder. One whose name cannot be part of an address is a problem. */
  folders(folder: string): string[] {
    let names: string[];
    try {
      names = readdirSync(join(this.folder, folder), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
    } catch {
      this.problems.push(`content/${folder}: this folder is missing; bring it back with: git checkout -- content/${folder}`);
      return [];
    }
    for (const name of names.filter((each) => !slugPattern.test(each)))
      this.problems.push(`content/${folder}/${name}: the folder's name becomes an address; use lowercase letters, digits and hyphens`);
    return names.filter((each) => slugPattern.test(each)).toSorted();
  }

  private text(name: string): string | undefined {
    try {
      return readFileSync(join(this.folder, name), 'utf8');
    } catch (error) {
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      this.problems.push(
        missing
          ? `content/${name}: this file is missing; bring it back with: git checkout -- content/${name}`
          : `content/${name}: this file cannot be read (${(error as Error).message})`,
      );
      return undefined;
    }
  }
}

function readFolder(reader: Reader, folder: string, files: Record<string, z.ZodType>) {
  reader.names(folder, Object.keys(files).map(fileOf));
  return Object.fromEntries(Object.entries(files).map(([part, schema]) => [part, reader.file(`${folder}/${fileOf(part)}`, schema)]));
}

function readRetreats(reader: Reader): RetreatContent[] {
  const folder = 'retreats';
  const before = reader.problems.length;
  const slugs = reader.folders(folder);
  const retreats = slugs.map((slug) => ({ ...readFolder(reader, `${folder}/${slug}`, retreatFiles), slug }) as RetreatContent);
  if (slugs.length === 0 && reader.problems.length === before)
    reader.problems.push(`content/${folder}: there is no retreat here; bring one back with: git checkout -- content/${folder}`);
  // Where a file has problems, its fields are missing, and there is no order to find.
  if (reader.problems.length > before) return retreats;
  for (const { facts, hero } of retreats) hero.capacity.text ??= facts.capacityText;
  return retreats.toSorted((a, b) => lastDayOf(a).localeCompare(lastDayOf(b)));
}

function readWorkshops(reader: Reader): WorkshopContent[] {
  const folder = 'speaker-series';
  const workshops: WorkshopContent[] = [];
  const before = reader.problems.length;
  for (const name of reader.names(folder).filter((each) => /\.ya?ml$/u.test(each))) {
    const slug = name.replace(/\.ya?ml$/u, '');
    if (!name.endsWith('.yaml') || !slugPattern.test(slug)) {
      reader.problems.push(
        `content/${folder}/${name}: the file's name becomes an address; use lowercase letters, digits and hyphens, and end it with .yaml`,
      );
      continue;
    }
    const read = reader.file(`${folder}/${name}`, workshop);
    if (read) workshops.push({ ...read, slug });
  }
  if (workshops.length === 0 && reader.problems.length === before) {
    reader.problems.push(`content/${folder}: there is no workshop here; bring one back with: git checkout -- content/${folder}`);
  }
  return workshops.toSorted((a, b) => startOf(a).getTime() - startOf(b).getTime());
}

/**
 * Loads everything that the pages say from the content folder: the repository's own, unless `root` names another. Reads the files each time.
 * Throws ContentError, which lists every problem in every file.
 */
export function loadContent(root?: URL | string): Content {
  const reader = new Reader(contentFolder(root));
  const content = {
    site: reader.file('site.yaml', site),
    words: reader.file('words.yaml', pageWords),
    retreats: readRetreats(reader),
    invitation: reader.file('invitation.yaml', invitation),
    status: reader.file('status.yaml', status),
    afterwards: reader.file('afterwards.yaml', afterwardsWords),
    emails: readFolder(reader, 'emails', emailFiles),
    speakerSeries: reader.file('speaker-series.yaml', speakerSeries),
    workshops: readWorkshops(reader),
  };
  if (reader.problems.length > 0) throw new ContentError(reader.problems);
  return content as unknown as Content;
}
