import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { ContentError } from './content-error.ts';
import type { Content, Undated } from './content.ts';
import { isPreview } from './marks.ts';
import { Reader, slugPattern } from './reader.ts';
import { lastDayOfRetreat, nextRetreatSlug } from './retreat-schedule.ts';
import { startOfWorkshop } from './workshop-schedule.ts';
import { afterwardsWords } from './schemas/afterwards.ts';
import { emailFiles } from './schemas/emails.ts';
import { invitation, retreatFiles, type RetreatContent } from './schemas/retreat.ts';
import { pageWords, site } from './schemas/site.ts';
import { status } from './schemas/status.ts';
import { speakerSeries, workshop, type WorkshopContent } from './schemas/workshop.ts';

/** The name of the file in a retreat's folder or content/emails that holds a part: `whoItsFor` is in who-its-for.yaml. */
export const partFileName = (part: string) => `${part.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}.yaml`;

/**
 * Returns the content folder as a path: without `root`, the one that CONTENT_FOLDER names for a preview or for a build that is
 * to be published, or the folder content/ beside the nearest package.json above this module. The build moves this module, but
 * not out of the repository.
 */
export function contentFolder(root?: string): string {
  const named = root ?? process.env['CONTENT_FOLDER'];
  if (named) return resolve(named);
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'content'))) return join(folder, 'content');
  }
  return resolve('content');
}

/** The dates that `season new` and `workshop new` leave empty, by the part of a retreat; `workshop` is a workshop's file. */
const datesToFillIn: Record<string, readonly string[]> = {
  facts: ['season', 'earliest', 'latest'],
  letter: ['date'],
  nextSteps: ['checkIn.on', 'checkOut.on'],
  workshop: ['on'],
};

/** What was read of a whole: a part is missing if its file has a problem. */
type Incomplete<Whole> = { [Part in keyof Whole]?: Whole[Part] | undefined };

function readFolder<Files extends Record<string, z.ZodType>>(reader: Reader, folder: string, files: Files) {
  reader.reportUnknownFiles(folder, Object.keys(files).map(partFileName));
  const parts = Object.entries(files).map(([part, schema]) => [
    part,
    reader.readFile(`${folder}/${partFileName(part)}`, schema, datesToFillIn[part]),
  ]);
  return Object.fromEntries(parts) as Incomplete<{ [Part in keyof Files]: z.infer<Files[Part]> }>;
}

/** The retreats, or the workshops, that were read so far. */
interface Collected<Item> {
  items: Item[];
  undated: Undated[];
}

/**
 * Reads one retreat or workshop with a reader of its own, and adds it to the items if it is complete, or to the undated ones if a date is
 * still empty. Anything else is a problem of the whole content.
 */
function readItem<Item>(reader: Reader, { items, undated }: Collected<Item>, path: string, read: (own: Reader) => Incomplete<Item>): void {
  const own = reader.fork();
  const item = read(own);
  const sampleProblems = own.samples.map((file) => ({
    file,
    field: 'sample',
    message: 'read these words, then remove the line "sample: true"',
    inDesk: 'read these words, and then uncheck the box',
  }));
  if (own.hasEmptyDate) undated.push({ path: `content/${path}`, problems: [...own.problems, ...sampleProblems] });
  else if (own.problems.length > 0) reader.problems.push(...own.problems);
  else items.push(item as Item);
}

/** Adds a problem if no item is complete. If all of them are undated, their empty dates are the problems. */
function reportIfNone<Item>(reader: Reader, { items, undated }: Collected<Item>, folder: string, what: string): void {
  if (items.length > 0 || reader.problems.length > 0) return;
  if (undated.length > 0) reader.problems.push(...undated.flatMap(({ problems }) => problems));
  else reader.addProblem(folder, `there is no ${what} in this folder; ${reader.howToRestore(folder)}`);
}

function readRetreats(reader: Reader): Collected<RetreatContent> {
  const folder = 'retreats';
  const collected: Collected<RetreatContent> = { items: [], undated: [] };
  for (const slug of reader.listFolders(folder)) {
    const path = `${folder}/${slug}`;
    // The founders of such a retreat could not be distinguished from those who wait for one that is not announced yet.
    if (slug === nextRetreatSlug)
      reader.addProblem(path, `"${slug}" is a reserved name for the next retreat; give the folder another name, for example fall-2030`);
    else readItem(reader, collected, path, (own) => ({ ...readFolder(own, path, retreatFiles), slug }));
  }
  reportIfNone(reader, collected, folder, 'retreat');
  for (const { facts, hero } of collected.items) hero.capacity.text ??= facts.capacityText;
  return { ...collected, items: collected.items.toSorted((a, b) => lastDayOfRetreat(a).localeCompare(lastDayOfRetreat(b))) };
}

function readWorkshops(reader: Reader): Collected<WorkshopContent> {
  const folder = 'speaker-series';
  const collected: Collected<WorkshopContent> = { items: [], undated: [] };
  for (const name of reader.listYamlFiles(folder)) {
    const slug = name.replace(/\.ya?ml$/u, '');
    const path = `${folder}/${name}`;
    if (name.endsWith('.yaml') && slugPattern.test(slug))
      readItem(reader, collected, path, (own) => ({ ...own.readFile(path, workshop, datesToFillIn['workshop']), slug }));
    else reader.addProblem(path, "the file's name becomes an address; use lowercase letters, digits and hyphens, and end it with .yaml");
  }
  reportIfNone(reader, collected, folder, 'workshop');
  return { ...collected, items: collected.items.toSorted((a, b) => startOfWorkshop(a).getTime() - startOfWorkshop(b).getTime()) };
}

/**
 * Loads all content from the content folder: the repository's own, unless `root` names another. Reads the files each time. `hasMarks`:
 * the texts have the marks of a preview. Throws ContentError, which lists every problem in every file.
 */
export function loadContent(root?: string, { hasMarks = isPreview() } = {}): Content {
  const reader = new Reader(contentFolder(root), hasMarks);
  // Problems are listed in the order in which the files are read here.
  const pages = { site: reader.readFile('site.yaml', site), words: reader.readFile('words.yaml', pageWords) };
  const retreats = readRetreats(reader);
  const shared = {
    invitation: reader.readFile('invitation.yaml', invitation),
    status: reader.readFile('status.yaml', status),
    afterwardsWords: reader.readFile('afterwards.yaml', afterwardsWords),
    emails: readFolder(reader, 'emails', emailFiles),
    speakerSeries: reader.readFile('speaker-series.yaml', speakerSeries),
  };
  const workshops = readWorkshops(reader);
  if (reader.problems.length > 0) throw new ContentError(reader.problems);
  return {
    ...pages,
    ...shared,
    retreats: retreats.items,
    workshops: workshops.items,
    undated: [...retreats.undated, ...workshops.undated],
  } as Content;
}
