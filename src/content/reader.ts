import { isUtf8 } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { FileProblem } from './content.ts';
import { closestOf, fieldName, parseWith, type Problem } from './editor-messages.ts';
import { valueAt } from './schema-path.ts';
import { markTexts } from './marks.ts';
import { readYaml } from './read-yaml.ts';

/** The pattern for the name of a retreat or a workshop, which is part of an address. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/u;

/** What the desk says of a date that is still empty, as in each new retreat and workshop. */
const emptyDateText = 'fill this in next; the page appears once each of its dates is filled in';

/**
 * What is wrong with a file that is not UTF-8, and what to do. Decoding would replace each of its other bytes with a question mark, and the
 * next edit in the desk would write that into the file.
 */
export const notUtf8 = 'not saved as UTF-8, so letters such as é and ’ cannot be read; save it again as UTF-8';

/** Reads the files of the content folder, and collects what is wrong with them. */
export class Reader {
  readonly problems: FileProblem[] = [];
  /** Whether a date field is present but empty. */
  hasEmptyDate = false;
  /** The files that are marked as examples as a whole. */
  readonly samples: string[] = [];
  private readonly folder: string;
  private readonly hasMarks: boolean;

  constructor(folder: string, hasMarks: boolean) {
    this.folder = folder;
    this.hasMarks = hasMarks;
  }

  /** Returns a reader of the same folder that has found no problem yet. */
  fork(): Reader {
    return new Reader(this.folder, this.hasMarks);
  }

  /** Records a problem of a file or a folder in content/. */
  addProblem(name: string, message: string, field = '', more: Pick<FileProblem, 'inDesk'> = {}): void {
    this.problems.push({ file: `content/${name}`, field, message, ...more });
  }

  /**
   * Loads one file by its schema; `dates` names its fields that may still be empty. Problems are collected, so that an editor
   * sees all of them at once.
   */
  readFile<S extends z.ZodType>(name: string, schema: S, dates: readonly string[] = []): z.infer<S> | undefined {
    const text = this.readText(name);
    if (text === undefined) return undefined;
    const yaml = readYaml(text);
    if ('problems' in yaml) {
      for (const problem of yaml.problems) this.addProblem(name, problem);
      return undefined;
    }
    if (valueAt(yaml.data, ['sample']) === true) this.samples.push(`content/${name}`);
    const parsed = parseWith(schema, yaml.data);
    if ('value' in parsed) return this.hasMarks ? markTexts(name, schema, parsed.value, yaml.data) : parsed.value;
    const lineOf = ({ path }: Problem) => yaml.lineOf(path) ?? 0;
    for (const { path, message } of parsed.problems.toSorted((a, b) => lineOf(a) - lineOf(b))) {
      const field = fieldName(path);
      const line = yaml.lineOf(path);
      const fix = line ? `${message} (line ${line})` : message;
      if (dates.includes(field) && valueAt(yaml.data, path) === null) this.addEmptyDate(name, fix, field);
      else this.addProblem(name, fix, field);
    }
    return undefined;
  }

  private addEmptyDate(name: string, fix: string, field: string): void {
    this.hasEmptyDate = true;
    this.addProblem(name, `this is still empty; ${fix}`, field, { inDesk: emptyDateText });
  }

  /** Returns the names of the YAML files in a folder. */
  listYamlFiles(folder: string): string[] {
    return this.listEntries(folder)
      .map(({ name }) => name)
      .filter((name) => /\.ya?ml$/u.test(name));
  }

  /** Records a problem for each YAML file in a folder that is not one of the known ones. */
  reportUnknownFiles(folder: string, known: readonly string[]): void {
    for (const name of this.listYamlFiles(folder).filter((each) => !known.includes(each))) {
      const meant = closestOf(name, known);
      this.addProblem(`${folder}/${name}`, `no page reads this file; ${meant ? `did you mean "${meant}"?` : 'delete it'}`);
    }
  }

  /**
   * Returns the names of the folders in a folder, without the empty ones that removed files leave, which git does not keep either. One
   * whose name cannot be part of an address is a problem.
   */
  listFolders(folder: string): string[] {
    const names = this.listEntries(folder)
      .filter((entry) => entry.isDirectory() && readdirSync(join(this.folder, folder, entry.name)).length > 0)
      .map(({ name }) => name);
    for (const name of names.filter((each) => !slugPattern.test(each)))
      this.addProblem(`${folder}/${name}`, `the folder's name becomes an address; use lowercase letters, digits and hyphens`);
    return names.filter((each) => slugPattern.test(each));
  }

  /** Returns what is in a folder, by name. A folder that is missing is a problem. */
  private listEntries(folder: string): Dirent[] {
    try {
      return readdirSync(join(this.folder, folder), { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    } catch {
      this.addProblem(folder, `this folder is missing; ${this.howToRestore(folder)}`);
      return [];
    }
  }

  /** Returns how an editor restores a missing file or folder. */
  howToRestore(name: string): string {
    // Without output, git does not know it, is not installed, or refuses a checkout of another user.
    const tracked = spawnSync('git', ['-C', this.folder, 'ls-files', '--', name], { encoding: 'utf8' }).stdout;
    if (tracked) return `restore it with: git checkout -- content/${name}`;
    return name.startsWith('retreats/')
      ? 'copy it from the folder of another retreat, or restore it from a backup'
      : 'restore it from a backup, or copy it from the version of the site that you run';
  }

  private readText(name: string): string | undefined {
    try {
      const bytes = readFileSync(join(this.folder, name));
      if (isUtf8(bytes)) return bytes.toString();
      this.addProblem(name, `this file is ${notUtf8}`);
      return undefined;
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const how = isMissing ? `is missing; ${this.howToRestore(name)}` : `cannot be read (${(error as Error).message})`;
      this.addProblem(name, `this file ${how}`);
      return undefined;
    }
  }
}
