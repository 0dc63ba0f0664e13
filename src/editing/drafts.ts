import { hash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { newRetreat, newWorkshop, type NewItem } from '../content/new-content.ts';
import { isVisible } from '../content/visible-text.ts';
import type { Value } from '../content/yaml-scalar.ts';
import { Refused } from '../refused.ts';
import { writeDurably } from './atomic-write.ts';
import { pictureFolder, fileText, type Texts } from './content-files.ts';
import { createDraftStore, type Draft, type DraftFolders } from './draft-store.ts';
import { currentValue, type Edit } from './edits.ts';
import { fieldAt } from './fields.ts';
import type { UploadedPicture } from './pictures.ts';
import { placeKey, type Place } from './place.ts';
import type { ListChange } from './yaml-list.ts';

export type Drafts = ReturnType<typeof createDrafts>;

/** A change of the picture at a place. */
interface PictureChange {
  /** Without it, the alternative text of the place stays. */
  alt?: string | undefined;
  /** The address of the picture that the editor saw; without it, nothing is compared. */
  before?: string | undefined;
}

/** Returns the drafts, one for each editor, and what can be changed in one. An editor is named by the organizer's id, or `local` on loopback. */
export function createDrafts(folders: DraftFolders) {
  const { folder, readEdits, refresh, addEdit, addFiles, replaceEdits, forgetPublished } = createDraftStore(folders);

  return {
    folder,
    refresh,
    replaceEdits,
    forgetPublished,

    /**
     * Changes a value. The value that the draft has already is no change, unless it is an answer to a conflict. Throws Refused if the draft
     * no longer has the value that the editor saw, or the file cannot hold the new value.
     */
    setValue(editor: string, { file, pointer }: Place, { before, after }: { before: unknown; after: Value }): void {
      const draft = refresh(editor);
      assertCurrent(draft.texts, { file, pointer }, before);
      const isInConflict = draft.conflicts.some((conflict) => placeKey(conflict) === placeKey({ file, pointer }));
      if (after === (before ?? null) && !isInConflict) return;
      addEdit(editor, draft, { kind: 'value', file, pointer, before: before ?? null, after });
    },

    /**
     * Throws Refused if no picture can be shown at a place: without an alternative text, for a place of something else, and if the place no
     * longer has the picture that the editor saw.
     */
    assertTakesPicture(editor: string, place: Place, change: PictureChange): void {
      pictureAt(refresh(editor).texts, place, change);
    },

    /**
     * Stores an uploaded picture in the draft, and shows it at a place, which is then no longer marked as a sample. Returns its address.
     * Throws Refused like `assertTakesPicture`; the picture is not stored then.
     */
    setPicture(editor: string, place: Place, picture: UploadedPicture, change: PictureChange = {}): string {
      let draft = refresh(editor);
      const current = pictureAt(draft.texts, place, change);
      const src = storePicture(folder(editor), picture);
      const step = randomUUID();
      const { alt } = change;
      const newValues = { src, ...(alt !== undefined && { alt }), ...(current?.['sample'] === true && { sample: false }) };
      for (const [field, after] of Object.entries(newValues)) {
        const before = current?.[field] ?? null;
        if (before !== after)
          draft = addEdit(editor, draft, { kind: 'value', file: place.file, pointer: `${place.pointer}/${field}`, before, after, step });
      }
      return src;
    },

    /** Changes a list. Throws Refused, including if the draft no longer has the list that the editor saw. */
    changeList(editor: string, { file, pointer }: Place, change: ListChange, before?: unknown[]): void {
      const draft = refresh(editor);
      if (before !== undefined) assertCurrent(draft.texts, { file, pointer }, before);
      addEdit(editor, draft, { kind: 'list', file, pointer, before: currentValue(draft.texts, { file, pointer }), change });
    },

    /** Adds the files of a new retreat or workshop, copied from another. Throws Refused, ContentError. */
    create(editor: string, { kind, ...item }: NewItem & { kind: 'retreat' | 'workshop' }): void {
      const write = kind === 'retreat' ? newRetreat : newWorkshop;
      addFiles(editor, (draftFolder) => write(draftFolder, item));
    },

    /** Undoes the last change, if there is one. Throws Refused if `version`, which the editor saw, is no longer that of the draft. */
    undoLastChange(editor: string, version?: string): void {
      const list = readEdits(editor);
      if (version !== undefined && version !== versionOf(list))
        throw new Refused(
          'Your draft was changed in the meantime, perhaps in another tab, so nothing was undone. Look at it, and try again.',
        );
      const last = list.at(-1);
      if (!last) return;
      const remaining = list.filter((edit) => edit !== last && (edit.step === undefined || edit.step !== last.step));
      replaceEdits(editor, remaining);
    },
  };
}

/** Returns what an editor sees of a draft as a whole. */
export const summaryOf = ({ edits, conflicts }: Draft) => ({
  /** The number of changes. Edits of one step, such as a new page, are one. */
  edits: new Set(edits.map((edit) => edit.step ?? edit)).size,
  version: versionOf(edits),
  /** The number of texts that somebody else has changed too: until the editor chooses, the pages show the other version. */
  conflicts: conflicts.length,
});

/** Returns a digest of the changes of a draft. */
const versionOf = (edits: readonly Edit[]): string => hash('sha256', JSON.stringify(edits), 'base64url');

/** Returns the picture at a place; null if it has none yet. Throws Refused if the change cannot be made. */
function pictureAt(texts: Texts, { file, pointer }: Place, { alt, before }: PictureChange): Record<string, unknown> | null {
  fileText(texts, file);
  if (fieldAt(file, pointer)?.kind !== 'picture') throw new Refused('There is no picture at this place. Reload the page and try again.');
  if (before !== undefined) assertCurrent(texts, { file, pointer: `${pointer}/src` }, before);
  const current = currentValue(texts, { file, pointer }) as Record<string, unknown> | null;
  const altText = alt ?? current?.['alt'];
  if (typeof altText !== 'string' || !isVisible(altText))
    throw new Refused('Describe in one sentence what the picture shows, for visitors who cannot see it.');
  return current;
}

/** Stores a picture in a content folder; returns its address. The name holds its digest: a picture never replaces another. */
function storePicture(folder: string, { bytes, extension }: UploadedPicture): string {
  const name = `${hash('sha256', bytes).slice(0, 16)}.${extension}`;
  const path = join(folder, pictureFolder, name);
  writeDurably(path, bytes);
  return `/${pictureFolder}/${name}`;
}

/** Throws Refused if a place no longer has the value that the editor saw. */
function assertCurrent(texts: Texts, place: Place, before: unknown): void {
  fileText(texts, place.file);
  if (JSON.stringify(currentValue(texts, place)) !== JSON.stringify(before ?? null))
    throw new Refused('This text has been changed in the meantime, and the page shows its new version. Make your change again.');
}
