import { assertNotTooLong, fileText, type Texts } from './content-files.ts';
import type { Place } from './place.ts';
import { readValue } from '../content/yaml-document.ts';
import { replaceValue } from '../content/yaml-edit.ts';
import { changeList, replaceList, type ListChange } from './yaml-list.ts';
import type { Value } from '../content/yaml-scalar.ts';
import { Refused } from '../refused.ts';

/**
 * One change of a draft: a value, one step of a list, all items of a list, or a new file. `before` is the value that the editor saw; a new
 * file has one if the editor chose to replace the file that somebody else created first. `listBefore` is the outermost list around the
 * place, as the editor saw it: it tells which item an index means. Edits with the same `step` were made together, and are taken back
 * together.
 */
export type Edit = { step?: string; listBefore?: unknown } & (
  | (Place & { kind: 'value'; before: unknown; after: Value })
  | (Place & { kind: 'list'; before: unknown; change: ListChange })
  | (Place & { kind: 'items'; before: unknown; after: unknown[] })
  | { kind: 'create'; file: string; before?: unknown; after: string }
);

/** Returns the place of an edit; for a new file, the whole file: an empty pointer. */
export const placeOf = (edit: Edit): Place => ({ file: edit.file, pointer: edit.kind === 'create' ? '' : edit.pointer });

/** Returns the text of an edit's file after the edit. Throws Refused, including for a text that would be too long. */
export function applyEdit(texts: Texts, edit: Edit): string {
  const text = textAfter(texts, edit);
  assertNotTooLong(edit.file, text);
  return text;
}

function textAfter(texts: Texts, edit: Edit): string {
  switch (edit.kind) {
    case 'create':
      return edit.after;
    case 'value':
      return replaceValue(fileText(texts, edit.file), edit.pointer, edit.after);
    case 'items':
      return replaceList(fileText(texts, edit.file), edit.pointer, edit.after);
    case 'list':
      return changeList(fileText(texts, edit.file), edit.pointer, edit.change);
  }
}

/** Returns the value at a place; null if the file or the field is gone, or the file can no longer be read. */
export function currentValue(texts: Texts, { file, pointer }: Place): unknown {
  try {
    return readValue(fileText(texts, file), pointer) ?? null;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** Returns the value at a place, or the text of a whole file; null if there is none. */
export const contentAt = (texts: Texts, place: Place): unknown =>
  place.pointer === '' ? (texts.get(place.file) ?? null) : currentValue(texts, place);
