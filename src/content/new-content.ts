import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { Refused } from '../refused.ts';
import { valuesIn } from './checks/fields.ts';
import { partFileName, loadContent } from './load.ts';
import { slugPattern } from './reader.ts';
import { nextRetreatSlug } from './retreat-schedule.ts';
import { retreatParts, type RetreatPart } from './schemas/retreat.ts';
import { removeField, replaceValue } from './yaml-edit.ts';
import type { Value } from './yaml-scalar.ts';

/** What is left to do in a file that was written. */
export interface ToDo {
  /** For example `content/retreats/fall-2027/facts.yaml`. */
  file: string;
  tasks: string[];
}

/** A new retreat or workshop, and what the organizer knows of it. */
export interface NewItem {
  slug: string;
  /** The slug of the one to copy. */
  from: string;
  name?: string | undefined;
  /** Year-month-day. */
  day?: string | undefined;
}

/** Returns the text of a file after one change. */
type TextChange = (text: string) => string;

const dayHint = 'year-month-day, for example 2030-04-17';

/** Leaves a field empty, with a comment that tells the organizer what to fill in. */
const empty =
  (pointer: string, comment = dayHint): TextChange =>
  (text) =>
    replaceValue(text, pointer, null, { comment });

/** Gives a field a value; a missing field is added above all others. */
const set =
  (pointer: string, value: Value): TextChange =>
  (text) =>
    replaceValue(text, pointer, value, { add: 'first' });

const remove =
  (pointer: string, options?: { comment: boolean }): TextChange =>
  (text) =>
    removeField(text, pointer, options);

const setNewFormId =
  (pointer: string): TextChange =>
  (text) =>
    set(pointer, randomBytes(16).toString('hex'))(text);

/** The changes of each part of a retreat besides `sample: true`: dates, and values derived from them. */
const retreatChanges: Partial<Record<RetreatPart, TextChange[]>> = {
  facts: [
    empty('/season', 'for example Spring 2030'),
    empty('/earliest'),
    empty('/latest'),
    set('/afterwards', 'turn'),
    setNewFormId('/waitlist/formId'),
  ],
  letter: [empty('/date'), remove('/updatedText')],
  nextSteps: [
    empty('/checkIn/on'),
    empty('/checkOut/on'),
    remove('/checkIn/text'),
    remove('/checkOut/text'),
    remove('/confirmed', { comment: true }),
  ],
};

const workshopChanges: TextChange[] = [
  ...['/movedFrom', '/dateText', '/form/name', '/join/url', '/replay'].map((pointer) => remove(pointer)),
  empty('/on'),
  set('/afterwards', 'turn'),
  set('/registration', 'until-start'),
  set('/cancelled', false),
  setNewFormId('/form/id'),
];

/**
 * Writes the files of a new retreat from those of another: texts are copied, dates are empty; its name is its season. Returns what to fill
 * in. Throws Refused and ContentError.
 */
export function newRetreat(root: string, { slug, from, name }: NewItem): ToDo[] {
  assertKnown(loadContent(root).retreats, from);
  const to = `retreats/${slug}`;
  assertFree(root, slug, to);
  const files = retreatParts.map((part) => ({
    from: `retreats/${from}/${partFileName(part)}`,
    to: `${to}/${partFileName(part)}`,
    changes: [...(retreatChanges[part] ?? []), ...(part === 'facts' && name ? [set('/season', name)] : [])],
  }));
  return copyFiles(root, to, files);
}

/**
 * Writes the file of a new workshop from that of another: texts are copied, its day is empty unless it is known. Returns what to fill in.
 * Throws Refused and ContentError.
 */
export function newWorkshop(root: string, { slug, from, name, day }: NewItem): ToDo[] {
  assertKnown(loadContent(root).workshops, from);
  const to = `speaker-series/${slug}.yaml`;
  assertFree(root, slug, to);
  const changes = [...workshopChanges];
  if (name) changes.push(set('/title', name));
  if (day) changes.push(set('/on', day));
  return copyFiles(root, to, [{ from: `speaker-series/${from}.yaml`, to, changes }]);
}

/** Throws Refused if there is nothing to copy: the content has no such retreat or workshop, or one without all of its dates. */
function assertKnown(items: readonly { slug: string }[], from: string): void {
  if (items.some(({ slug }) => slug === from)) return;
  throw new Refused(`“${from}” cannot be copied: it was removed, or has empty dates. Choose another one.`);
}

function assertFree(root: string, slug: string, path: string): void {
  if (slug === nextRetreatSlug) throw new Refused(`"${slug}" is a reserved name for the next retreat; choose another name`);
  if (slug.length > 80 || !slugPattern.test(slug))
    throw new Refused(`"${slug}" cannot be part of an address; use lowercase letters, digits and hyphens, for example fall-2030`);
  if (isTaken(join(root, path)))
    throw new Refused(`The address /${path.replace(/\.yaml$/u, '')} is taken already; choose another name. Nothing was changed`);
}

/** An empty folder, which removed files leave, is free. */
function isTaken(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (!stats.isDirectory() || readdirSync(path).length > 0);
}

interface CopiedFile {
  from: string;
  to: string;
  changes: TextChange[];
}

/** Returns the text of a copied file. Throws Refused. */
function copiedText(root: string, { from, changes }: CopiedFile): string {
  try {
    let text = readFileSync(join(root, from), 'utf8');
    for (const change of [set('/sample', true), ...changes]) text = change(text);
    return text;
  } catch (error) {
    throw error instanceof Refused ? new Refused(`content/${from} cannot be copied. ${error.message}`) : error;
  }
}

/** Copies files into a new file or folder `path`. Returns what to fill in. Throws Refused. */
function copyFiles(root: string, path: string, files: CopiedFile[]): ToDo[] {
  const texts = files.map((file) => ({ to: file.to, text: copiedText(root, file) }));
  writeAllOrNothing(root, path, texts);
  const problems = loadContent(root).undated.flatMap((item) => item.problems);
  return texts.map(({ to, text }) => {
    const file = `content/${to}`;
    const stillEmpty = problems.filter((problem) => problem.file === file).map(({ field, message }) => `${field}: ${message}`);
    return { file, tasks: [...stillEmpty, ...tasksIn(file, text)] };
  });
}

/** Writes a new file or folder `path`, which appears complete or not at all. */
function writeAllOrNothing(root: string, path: string, texts: { to: string; text: string }[]): void {
  const staging = join(root, '.new');
  // A kill can leave it.
  rmSync(staging, { recursive: true, force: true });
  for (const { to, text } of texts) {
    mkdirSync(dirname(join(staging, to)), { recursive: true });
    writeFileSync(join(staging, to), text);
  }
  mkdirSync(dirname(join(root, path)), { recursive: true });
  renameSync(join(staging, path), join(root, path));
  rmSync(staging, { recursive: true });
}

/** Returns what is left to do about the provider's form id and tag that a file has. */
const tasksIn = (file: string, text: string): string[] =>
  valuesIn(file, parse(text)).flatMap(({ field }) => {
    if (/^(waitlist\.formId|form\.id)$/u.test(field)) return `${field}: a new example; replace it if your provider has a form`;
    if (/^(waitlist|form)\.tag$/u.test(field)) return `${field}: copied; replace it with the number of a new tag, or remove the line`;
    return [];
  });
