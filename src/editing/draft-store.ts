import { hash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Content } from '../content/content.ts';
import { listFiles } from '../content/list-folder.ts';
import { loadContent } from '../content/load.ts';
import { writeAtomically, writeDurably } from './atomic-write.ts';
import { isNotYaml, readTexts, type Texts } from './content-files.ts';
import { copyMissing } from './copy-missing.ts';
import { applyEdit, placeOf, type Edit } from './edits.ts';
import { placeKey } from './place.ts';
import { readRecord } from './read-record.ts';
import { rebase, withListBefore, type Rebased } from './rebase.ts';

export interface DraftFolders {
  /** The published content. */
  contentFolder: string;
  /** DATA_DIR. */
  dataDir: string;
}

/** The published content after the edits of an editor. */
interface RebasedDraft extends Rebased {
  published: Texts;
}

/** The current state of an editor's draft. */
export interface Draft extends RebasedDraft {
  edits: readonly Edit[];
  /** Its content folder. */
  folder: string;
  /** Returns the content of its folder, which is loaded once. Throws ContentError. */
  content: () => Content;
}

/**
 * Keeps two things for each editor in `DATA_DIR/content-drafts`: the list of edits, which is the draft, and a content folder with the
 * published files after those edits, which the preview, the checks and a publish read.
 */
export function createDraftStore({ contentFolder, dataDir }: DraftFolders) {
  const root = (editor: string) => join(dataDir, 'content-drafts', hash('sha256', editor).slice(0, 16));
  const editsFileOf = (editor: string) => join(root(editor), 'edits.json');
  const folderOf = (editor: string) => join(root(editor), 'content');

  /**
   * The drafts as they were last refreshed. After each change several requests read a draft, and only the first one rebases and loads it.
   */
  const latest = new Map<string, Draft>();

  /** Returns the stored list of edits. Throws Refused if its file is damaged. */
  function readEdits(editor: string): Edit[] {
    const file = editsFileOf(editor);
    return existsSync(file) ? readRecord<Edit[]>(file, (edits) => edits.every((edit) => typeof edit.file === 'string')) : [];
  }

  function writeEdits(editor: string, edits: readonly Edit[]): void {
    mkdirSync(root(editor), { recursive: true, mode: 0o700 });
    writeDurably(editsFileOf(editor), JSON.stringify(edits));
  }

  /** Returns whether a file of a draft is a picture that is not published, or whose published file was replaced since it was copied. */
  function isOtherPicture(editor: string, name: string): boolean {
    if (!isNotYaml(name)) return false;
    const own = statSync(join(folderOf(editor), name));
    const published = statSync(join(contentFolder, name), { throwIfNoEntry: false });
    return published?.size !== own.size || published.mtimeMs > own.mtimeMs;
  }

  /** Copies the published pictures, videos and captions that the draft does not have. */
  const copyPublished = (editor: string) => copyMissing(contentFolder, folderOf(editor), isNotYaml);

  /** Writes the draft into its content folder. Files that have the text already are not touched, so that file watchers do not react. */
  function writeFolder(editor: string, edits: readonly Edit[], rebased: RebasedDraft): Draft {
    const folder = folderOf(editor);
    const inFolder = readTexts(folder);
    // First, since a folder can become a file of the same name.
    for (const name of inFolder.keys()) if (!rebased.texts.has(name)) rmSync(join(folder, name));
    for (const [name, text] of rebased.texts) if (inFolder.get(name) !== text) writeAtomically(join(folder, name), text);
    let content: Content | undefined;
    const draft = { ...rebased, edits, folder, content: () => (content ??= loadContent(folder)) };
    latest.set(editor, draft);
    return draft;
  }

  /** Returns the draft as of now, after bringing its content folder up to date. */
  function refresh(editor: string): Draft {
    const published = readTexts(contentFolder);
    const edits = readEdits(editor);
    const cached = existsSync(folderOf(editor)) ? latest.get(editor) : undefined;
    // Even for a draft that is not rebased: somebody may have put a picture or a video into content/uploads by hand.
    copyPublished(editor);
    if (cached && isDeepStrictEqual(cached.edits, edits) && isDeepStrictEqual(cached.published, published)) return cached;
    return writeFolder(editor, edits, { published, ...rebase(published, edits) });
  }

  /** Adds an edit to a draft as it was just refreshed, and returns it. Throws Refused if it cannot be made; nothing is stored then. */
  function addEdit(editor: string, { published, texts, conflicts, edits: earlier }: Draft, edit: Edit): Draft {
    const text = applyEdit(texts, edit);
    const edits = [...earlier, withListBefore(texts, edit)];
    writeEdits(editor, edits);
    // The edit was applied to the current draft, so earlier edits need not be rebased; it resolves a conflict at its place, as in a rebase.
    const unresolved = conflicts.filter((conflict) => placeKey(conflict) !== placeKey(placeOf(edit)));
    return writeFolder(editor, edits, { published, texts: new Map(texts).set(edit.file, text), conflicts: unresolved });
  }

  function replaceEdits(editor: string, edits: readonly Edit[]): void {
    const published = readTexts(contentFolder);
    const rebased = rebase(published, edits);
    writeEdits(editor, edits);
    copyPublished(editor);
    writeFolder(editor, edits, { published, ...rebased });
  }

  /** Removes the edits that were published. Changes after Publish was pressed stay in the draft. */
  function forgetPublished(editor: string, published: readonly Edit[]): void {
    const list = readEdits(editor);
    const first = list.findIndex((edit, index) => !isDeepStrictEqual(edit, published[index]));
    if (first !== -1) return writeEdits(editor, list.slice(first));
    latest.delete(editor);
    // Before the pictures: a kill in between must not leave a draft without them, which could not be published.
    rmSync(editsFileOf(editor), { force: true });
    // The folder itself stays: the preview watches it, and would miss each picture that is added to another one in its place.
    const folder = folderOf(editor);
    if (!existsSync(folder)) return;
    for (const name of listFiles(folder)) if (isOtherPicture(editor, name)) rmSync(join(folder, name));
  }

  return {
    /** Returns the content folder of the draft as of the last refresh. */
    folder: folderOf,
    readEdits,
    refresh,
    addEdit,
    replaceEdits,
    forgetPublished,

    /** Adds the text files that a function writes into the content folder of the draft. */
    addFiles(editor: string, write: (folder: string) => void): void {
      const before = refresh(editor).texts;
      // The new files are not part of the draft until its list has them; without that, the next refresh removes them.
      latest.delete(editor);
      write(folderOf(editor));
      const step = randomUUID();
      const created = [...readTexts(folderOf(editor))]
        .filter(([name]) => !before.has(name))
        .map(([file, text]): Edit => ({ kind: 'create', file, after: text, step }));
      replaceEdits(editor, [...readEdits(editor), ...created]);
    },
  };
}
