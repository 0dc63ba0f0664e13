import { isDeepStrictEqual } from 'node:util';
import { textOf, type Texts } from './content-files.ts';
import { EditRefused } from '../content/edit-refused.ts';
import { pathOf, pointerOf } from '../content/pointer.ts';
import { valueAt, type ValuePath } from '../content/schema-path.ts';
import { fieldAt } from './fields.ts';
import { atOf, placeName, type OwnerNames, type Place } from './place.ts';
import { readValue } from '../content/yaml-document.ts';
import { replaceValue } from '../content/yaml-edit.ts';
import { changeList, reordered, replaceList, type ListChange } from './yaml-list.ts';
import type { Value } from '../content/yaml-scalar.ts';

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

/** A place whose values an editor compares. */
export interface NamedPlace extends Place {
  /** What an organizer calls the values of a choice. */
  optionNames?: Record<string, string>;
}

/** An edit of what somebody else has changed since: both values, for the editor to choose from. The pointer of a whole file is empty. */
export interface Conflict extends NamedPlace {
  mine: unknown;
  theirs: unknown;
}

export interface Replayed {
  texts: Texts;
  conflicts: Conflict[];
}

/**
 * Applies the edits of a draft, in order, to the current content. An edit is a conflict, and left out, if its place is gone, may be in
 * another item of a list, or has a value that is neither its `before` nor its `after`. A later edit of the same place that can be applied
 * settles the conflict.
 */
export function replay(published: Texts, edits: readonly Edit[]): Replayed {
  const texts = new Map(published);
  // One for each place: the editor's last value.
  const conflicts = new Map<string, Conflict>();
  for (const edit of edits) {
    const text = isOutdated(texts, edit) || isInOtherItem(texts, edit) ? undefined : appliedIfPossible(texts, edit);
    if (text === undefined) conflicts.set(keyOf(edit), { ...named(placeOf(edit)), mine: mineOf(edit), theirs: theirsOf(texts, edit) });
    else {
      texts.set(edit.file, text);
      conflicts.delete(keyOf(edit));
    }
  }
  return { texts, conflicts: [...conflicts.values()] };
}

/** Returns the text of an edit's file after the edit. Throws EditRefused. */
export function applied(texts: Texts, edit: Edit): string {
  switch (edit.kind) {
    case 'create':
      return edit.after;
    case 'value':
      return replaceValue(textOf(texts, edit.file), edit.pointer, edit.after);
    case 'items':
      return replaceList(textOf(texts, edit.file), edit.pointer, edit.after);
    case 'list':
      return changeList(textOf(texts, edit.file), edit.pointer, edit.change);
  }
}

function appliedIfPossible(texts: Texts, edit: Edit): string | undefined {
  try {
    return applied(texts, edit);
  } catch {
    // Any error makes the edit a conflict: in a draft that cannot be replayed, no change could be undone.
    return undefined;
  }
}

const placeOf = (edit: Edit): Place => ({ file: edit.file, pointer: edit.kind === 'create' ? '' : edit.pointer });

const keyOf = (edit: Edit): string => atOf(placeOf(edit));

/** Returns what an edit leaves at its place. */
const mineOf = (edit: Edit): unknown => (edit.kind === 'list' ? allItems(edit) : edit).after;

/** Returns the edit that leaves the items that the editor saw: the same step could change another item of another list. */
const allItems = ({ change, ...edit }: Edit & { kind: 'list' }): Edit & { kind: 'items' } => ({
  ...edit,
  kind: 'items',
  after: Array.isArray(edit.before) ? reordered(edit.before, change) : [],
});

const theirsOf = (texts: Texts, edit: Edit): unknown =>
  edit.kind === 'create' ? (texts.get(edit.file) ?? null) : currentValue(texts, edit);

function isOutdated(texts: Texts, edit: Edit): boolean {
  const theirs = theirsOf(texts, edit);
  return !isDeepStrictEqual(theirs, edit.before ?? null) && (edit.kind === 'list' || !isDeepStrictEqual(theirs, edit.after));
}

/** Returns an edit with the outermost list around its place, as the texts have it now. */
export function withListBefore(texts: Texts, edit: Edit): Edit {
  const path = edit.kind === 'create' ? [] : pathOf(edit.pointer);
  const depth = depthOfList(path);
  return depth === -1 ? edit : { ...edit, listBefore: currentValue(texts, { file: edit.file, pointer: pointerOf(path.slice(0, depth)) }) };
}

const depthOfList = (path: ValuePath): number => path.findIndex((key) => typeof key === 'number');

/**
 * Returns whether the place of an edit may be in another item than the one that the editor saw: a value such as a flag is often the same in
 * both. Somebody may have changed other values of the item. It is taken for another one only if the list has more or fewer items than
 * before, or had the same item elsewhere.
 */
function isInOtherItem(texts: Texts, edit: Edit): boolean {
  // A draft of an earlier version has edits without it.
  if (edit.kind === 'create' || edit.listBefore === undefined) return false;
  const path = pathOf(edit.pointer);
  const insideList = path.slice(depthOfList(path));
  const before = edit.listBefore;
  const now = withListBefore(texts, edit).listBefore;
  return insideList.some((key, depth) => {
    const listPath = insideList.slice(0, depth);
    const listBefore = valueAt(before, listPath);
    const listNow = valueAt(now, listPath);
    if (typeof key !== 'number' || !Array.isArray(listBefore) || !Array.isArray(listNow)) return false;
    const isItemNow = (item: unknown) => isDeepStrictEqual(item, listNow[key]);
    return !isItemNow(listBefore[key]) && (listNow.length !== listBefore.length || listBefore.some(isItemNow));
  });
}

/** Returns the value at a place; null if the file or the field is gone, or the file can no longer be read. */
export function currentValue(texts: Texts, { file, pointer }: Place): unknown {
  try {
    return readValue(textOf(texts, file), pointer) ?? null;
  } catch (error) {
    if (error instanceof EditRefused) return null;
    throw error;
  }
}

/**
 * Returns the draft after the editor has chosen between `mine` and `theirs`: the editor's edits of a place now start from `theirs`, or are
 * dropped. Throws EditRefused if `mine` has no place in the content anymore.
 */
export function resolve(
  edits: readonly Edit[],
  choices: readonly (Place & { keep: 'mine' | 'theirs' })[],
  published: Texts,
  names: OwnerNames,
): Edit[] {
  const resolved: Edit[] = [];
  for (const edit of edits) {
    const choice = choices.find((each) => atOf(each) === keyOf(edit));
    if (!choice) resolved.push(edit);
    // The value after the editor's earlier edits, which now start from `theirs`.
    else if (choice.keep === 'mine') resolved.push(startingFrom(replay(published, resolved).texts, edit, names));
  }
  return resolved;
}

function startingFrom(texts: Texts, edit: Edit, names: OwnerNames): Edit {
  const kept = withListBefore(texts, { ...(edit.kind === 'list' ? allItems(edit) : edit), before: theirsOf(texts, edit) });
  if (appliedIfPossible(texts, kept) === undefined)
    throw new EditRefused(
      `“Yours” cannot be kept for ${placeName(placeOf(edit), names)}: somebody else has removed its place. Choose “Theirs” there, and publish again.`,
    );
  return kept;
}

/** A change as the editor reads it before publishing: the value of each place before and after, once for each place. */
export interface Change extends NamedPlace {
  before: unknown;
  after: unknown;
}

/** Returns the changes of a draft, place by place. A value that was changed and changed back is no change. */
export function changesOf(published: Texts, texts: Texts, edits: readonly Edit[]): Change[] {
  const places = new Map(edits.map((edit): [string, Place] => [keyOf(edit), placeOf(edit)]));
  return [...places.values()]
    .map((place) => changeAt(published, texts, place))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

function changeAt(published: Texts, texts: Texts, { file, pointer }: Place): Change {
  if (pointer === '') return { file, pointer, before: published.get(file) ?? null, after: texts.get(file) ?? null };
  const place = named({ file, pointer });
  return { ...place, before: currentValue(published, place), after: currentValue(texts, place) };
}

function named(place: Place): NamedPlace {
  const optionNames = place.pointer === '' ? undefined : fieldAt(place.file, place.pointer)?.optionNames;
  return { ...place, ...(optionNames && { optionNames }) };
}
