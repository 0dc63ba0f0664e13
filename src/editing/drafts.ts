import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createHash, randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Content } from '../content/content.ts';
import { loadContent } from '../content/load.ts';
import { newRetreat, newWorkshop } from '../content/new-content.ts';
import { readTexts, textOf } from './content-files.ts';
import type { Texts } from './content-files.ts';
import { EditRefused } from '../content/edit-refused.ts';
import { writeAtomically } from './atomic-write.ts';
import { copyMissing } from './copy-missing.ts';
import { applied, currentValue, replay } from './edits.ts';
import type { Edit, Place, Replayed } from './edits.ts';
import type { Value } from '../content/yaml-scalar.ts';
import type { ListChange } from './yaml-list.ts';

interface DraftFolders {
  /** The published content. */
  contentFolder: string;
  /** DATA_DIR. */
  dataDir: string;
}

/** The current state of an editor's draft. */
export interface Draft extends Replayed {
  published: Texts;
  edits: readonly Edit[];
  /** Returns the content of its folder, which is loaded once. Throws ContentError. */
  content: () => Content;
}

/** The folder of uploaded pictures in a content folder. */
export const pictureFolder = 'uploads/pages';
const isNoText = (file: string): boolean => !file.endsWith('.yaml');
const isPicture = (file: string): boolean => file.startsWith(pictureFolder);

const editsSchema = z.array(
  z.looseObject({ kind: z.enum(['value', 'list', 'items', 'create']), file: z.string() }),
) as unknown as z.ZodType<Edit[]>;
const parseEdits = (json: string): Edit[] => editsSchema.parse(JSON.parse(json));

export type Drafts = ReturnType<typeof createDrafts>;

/**
 * Returns the drafts, one for each editor, in `DATA_DIR/content-drafts`. An editor is named by the organizer's id, or `local` on loopback.
 */
export function createDrafts({ contentFolder, dataDir }: DraftFolders) {
  const root = (editor: string) => join(dataDir, 'content-drafts', createHash('sha256').update(editor).digest('hex').slice(0, 16));
  const editsFileOf = (editor: string) => join(root(editor), 'edits.json');
  const folderOf = (editor: string) => join(root(editor), 'content');

  const readEditsJson = (editor: string): string => (existsSync(editsFileOf(editor)) ? readFileSync(editsFileOf(editor), 'utf8') : '[]');
  const edits = (editor: string): Edit[] => parseEdits(readEditsJson(editor));

  /**
   * The drafts as they were last refreshed. After each change several requests read a draft, and only the first one replays and loads it.
   */
  const latest = new Map<string, { editsJson: string; draft: Draft }>();

  function writeEdits(editor: string, editsJson: string): void {
    mkdirSync(root(editor), { recursive: true, mode: 0o700 });
    writeAtomically(editsFileOf(editor), editsJson);
  }

  function replaceEdits(editor: string, replacement: readonly Edit[]): void {
    const editsJson = JSON.stringify(replacement);
    // First: nothing is stored that could not be read again.
    const replayed = replayJson(readTexts(contentFolder), editsJson);
    writeEdits(editor, editsJson);
    copyPublished(editor);
    writeFolder(editor, editsJson, replayed);
  }

  /** Copies the published pictures, videos and captions that the draft does not have. */
  const copyPublished = (editor: string): void => copyMissing(contentFolder, folderOf(editor), isNoText);

  /** Returns the draft as of now, after bringing its content folder up to date. */
  function refresh(editor: string): Draft {
    const published = readTexts(contentFolder);
    const editsJson = readEditsJson(editor);
    const cached = existsSync(folderOf(editor)) ? latest.get(editor) : undefined;
    // Also for a draft that is not replayed: somebody may have put a picture or a video into content/uploads by hand.
    copyPublished(editor);
    if (cached?.editsJson === editsJson && isDeepStrictEqual(cached.draft.published, published)) return cached.draft;
    return writeFolder(editor, editsJson, replayJson(published, editsJson));
  }

  /** Writes the draft into its content folder. Files that have the text already are not touched, so that file watchers do not react. */
  function writeFolder(editor: string, editsJson: string, replayed: Omit<Draft, 'edits' | 'content'>): Draft {
    const folder = folderOf(editor);
    const shown = readTexts(folder);
    for (const [name, text] of replayed.texts) if (shown.get(name) !== text) writeAtomically(join(folder, name), text);
    for (const name of shown.keys()) if (!replayed.texts.has(name)) rmSync(join(folder, name));
    let content: Content | undefined;
    const draft = { ...replayed, edits: parseEdits(editsJson), content: () => (content ??= loadContent(folder)) };
    latest.set(editor, { editsJson, draft });
    return draft;
  }

  function add(editor: string, edit: Edit): void {
    const { published, texts, conflicts, edits: earlier } = refresh(editor);
    // Throws if the edit cannot be made; nothing is stored then.
    const text = applied(texts, edit);
    const editsJson = JSON.stringify([...earlier, edit]);
    writeEdits(editor, editsJson);
    // The edit was applied to the current draft, so earlier edits need not be replayed.
    writeFolder(editor, editsJson, { published, texts: new Map(texts).set(edit.file, text), conflicts });
  }

  /** Deletes the draft. */
  function discard(editor: string): void {
    latest.delete(editor);
    // First: without its pictures, a draft could not be published.
    rmSync(editsFileOf(editor), { force: true });
    rmSync(root(editor), { recursive: true, force: true });
  }

  return {
    replaceEdits,

    refresh,

    /** Returns the content folder of the draft as of the last refresh. */
    folder: folderOf,

    /**
     * Changes a value. Throws EditRefused if the draft no longer has the value that the editor saw, or the file cannot hold the new value.
     */
    setValue(editor: string, { file, pointer }: Place, before: unknown, after: Value): void {
      assertSeen(refresh(editor).texts, { file, pointer }, before);
      add(editor, { kind: 'value', file, pointer, before: before ?? null, after });
    },

    /**
     * Shows an uploaded picture at a place, which is then no longer marked as a sample. Throws EditRefused, also if the place no longer has
     * the picture that the editor saw.
     */
    setPicture(editor: string, { file, pointer }: Place, { src, alt }: { src: string; alt: string | undefined }, seen?: string): void {
      const { texts } = refresh(editor);
      if (seen !== undefined) assertSeen(texts, { file, pointer: `${pointer}/src` }, seen);
      const now = currentValue(texts, { file, pointer }) as Record<string, unknown> | null;
      const step = randomUUID();
      const wanted = { src, ...(alt !== undefined && { alt }), ...(now?.['sample'] === true && { sample: false }) };
      for (const [field, after] of Object.entries(wanted)) {
        const before = now?.[field] ?? null;
        if (before !== after) add(editor, { kind: 'value', file, pointer: `${pointer}/${field}`, before, after, step });
      }
    },

    /** Changes a list. Throws EditRefused, also if the draft no longer has the list that the editor saw. */
    changeList(editor: string, { file, pointer }: Place, change: ListChange, seen?: unknown[]): void {
      const { texts } = refresh(editor);
      if (seen !== undefined) assertSeen(texts, { file, pointer }, seen);
      add(editor, { kind: 'list', file, pointer, before: currentValue(texts, { file, pointer }), change });
    },

    /** Adds the files of a new retreat or workshop, copied from another. Throws NewContentRefused, ContentError. */
    create(editor: string, { kind, slug, from }: { kind: 'retreat' | 'workshop'; slug: string; from: string }): void {
      const before = refresh(editor).texts;
      // The new files are not part of the draft until its list has them; without that, the next refresh removes them.
      latest.delete(editor);
      (kind === 'retreat' ? newRetreat : newWorkshop)(folderOf(editor), slug, from);
      const after = readTexts(folderOf(editor));
      const step = randomUUID();
      const created = [...after]
        .filter(([name]) => !before.has(name))
        .map(([file, text]): Edit => ({ kind: 'create', file, after: text, step }));
      replaceEdits(editor, [...edits(editor), ...created]);
    },

    /** Stores an uploaded picture in the draft; returns its address. The name holds its digest: a picture never replaces another. */
    addPicture(editor: string, bytes: Uint8Array, extension: string): string {
      refresh(editor);
      const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${extension}`;
      const path = join(folderOf(editor), pictureFolder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeAtomically(path, bytes);
      return `/uploads/pages/${name}`;
    },

    /**
     * Returns a content folder with the published files, except for these; null removes a file. Of the draft's pictures it has those that
     * its texts name: one that was taken back again must not become public.
     */
    stage(editor: string, files: { file: string; text: string | null }[]): string {
      // Not in the draft's folder: the editor can discard the draft while its pages are built.
      const folder = join(dataDir, 'content-drafts', 'staged');
      rmSync(folder, { recursive: true, force: true });
      copyMissing(contentFolder, folder, isNoText);
      for (const [file, text] of readTexts(contentFolder)) writeAtomically(join(folder, file), text);
      for (const { file, text } of files) {
        if (text === null) rmSync(join(folder, file), { force: true });
        else writeAtomically(join(folder, file), text);
      }
      const words = [...readTexts(folder).values()].join('\n');
      copyMissing(folderOf(editor), folder, (file) => isPicture(file) && words.includes(file));
      return folder;
    },

    /** Copies the pictures of a staged folder to the published pictures. A new picture has a new name, so no page shows it yet. */
    publishPictures: (staged: string): void => copyMissing(staged, contentFolder, isPicture),

    /** Returns the number of changes that an editor has made. */
    count: (editor: string): number => new Set(edits(editor).map((edit) => edit.step ?? edit)).size,

    /** Undoes the last change, if there is one. */
    undoLastChange(editor: string): void {
      const list = edits(editor);
      const last = list.at(-1);
      if (last)
        replaceEdits(
          editor,
          list.filter((edit) => edit !== last && (edit.step === undefined || edit.step !== last.step)),
        );
    },

    /** Removes the edits that were published. Changes after Publish was pressed stay in the draft. */
    forgetPublished(editor: string, published: readonly Edit[]): void {
      const list = edits(editor);
      const first = list.findIndex((edit, index) => !isDeepStrictEqual(edit, published[index]));
      if (first === -1) discard(editor);
      else writeEdits(editor, JSON.stringify(list.slice(first)));
    },

    discard,
  };
}

/** Throws EditRefused if a place no longer has the value that the editor saw. */
function assertSeen(texts: Texts, place: Place, before: unknown): void {
  textOf(texts, place.file);
  const now = currentValue(texts, place);
  if (JSON.stringify(now) !== JSON.stringify(before ?? null))
    throw new EditRefused('This text has been changed in the meantime, and the page shows its new version. Make your change again');
}

const replayJson = (published: Texts, editsJson: string) => ({ published, ...replay(published, parseEdits(editsJson)) });
