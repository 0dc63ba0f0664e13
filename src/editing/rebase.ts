import { isDeepStrictEqual } from 'node:util';
import { TextTooLong, type Texts } from './content-files.ts';
import { pathOf, pointerOf } from '../content/pointer.ts';
import { valueAt, type ValuePath } from '../content/schema-path.ts';
import { Refused } from '../refused.ts';
import { applyEdit, contentAt, currentValue, placeOf, type Edit } from './edits.ts';
import { withOptionNames } from './fields.ts';
import { placeKey, placeName, type PlaceWithOptionNames, type OwnerNames, type Place } from './place.ts';
import { reorder } from './yaml-list.ts';

/** An edit of what somebody else has changed since: both values, for the editor to choose from. The pointer of a whole file is empty. */
export interface Conflict extends PlaceWithOptionNames {
  mine: unknown;
  theirs: unknown;
}

/** An editor's decision about a conflict. */
export type Choice = Place & { keep: 'mine' | 'theirs' };

export interface Rebased {
  texts: Texts;
  conflicts: Conflict[];
}

/**
 * Applies the edits of a draft, in order, to the published content, which somebody else may have changed since. For example, an editor saw
 * the title A and changed it to B:
 *
 *     published now   in the draft
 *     A               B
 *     B               B, because somebody else has made the same edit
 *     C               C, and the conflict { mine: B, theirs: C }
 *
 * An edit is also a conflict if its place is gone, may be in another item of a list, or is in a file that would be too long with it. A
 * later edit of the same place that can be applied resolves the conflict.
 */
export function rebase(published: Texts, edits: readonly Edit[]): Rebased {
  const texts = new Map(published);
  // One for each place: the editor's last value.
  const conflicts = new Map<string, Conflict>();
  for (const edit of edits) {
    const place = placeOf(edit);
    const theirs = contentAt(texts, place);
    const text = isChangedByOthers(edit, theirs) || isInOtherItem(texts, edit) ? undefined : applyIfPossible(texts, edit);
    if (text === undefined) conflicts.set(placeKey(place), { ...withOptionNames(place), mine: asReplacement(edit).after, theirs });
    else {
      texts.set(edit.file, text);
      conflicts.delete(placeKey(place));
    }
  }
  return { texts, conflicts: [...conflicts.values()] };
}

function applyIfPossible(texts: Texts, edit: Edit): string | undefined {
  try {
    return applyEdit(texts, edit);
  } catch {
    // Any error makes the edit a conflict: in a draft that cannot be rebased, no change could be undone.
    return undefined;
  }
}

/** Returns whether the place of an edit has neither the value that the editor saw nor the one that the edit leaves. */
function isChangedByOthers(edit: Edit, theirs: unknown): boolean {
  if (isDeepStrictEqual(theirs, edit.before ?? null)) return false;
  // The same step of a list, made twice, would change two items.
  return edit.kind === 'list' || !isDeepStrictEqual(theirs, edit.after);
}

/**
 * Returns the edit with all items instead of a step of a list: the items that the editor saw, after the step. The same step could change
 * another item of a list that somebody else has changed. Other edits stay as they are.
 */
function asReplacement(edit: Edit): Exclude<Edit, { kind: 'list' }> {
  if (edit.kind !== 'list') return edit;
  const { change, ...rest } = edit;
  return { ...rest, kind: 'items', after: Array.isArray(edit.before) ? reorder(edit.before, change) : [] };
}

/** Returns where the outermost list around a place is, and the path from it to the place; undefined outside of lists. */
function outermostListOf({ file, pointer }: Place): { list: Place; inside: ValuePath } | undefined {
  const path = pointer === '' ? [] : pathOf(pointer);
  const depth = path.findIndex((key) => typeof key === 'number');
  return depth === -1 ? undefined : { list: { file, pointer: pointerOf(path.slice(0, depth)) }, inside: path.slice(depth) };
}

/** Returns an edit with the outermost list around its place, as the texts have it now. */
export function withListBefore(texts: Texts, edit: Edit): Edit {
  const outermost = outermostListOf(placeOf(edit));
  return outermost ? { ...edit, listBefore: currentValue(texts, outermost.list) } : edit;
}

/** Returns whether the place of an edit may be in another item of a list than the one that the editor saw. */
function isInOtherItem(texts: Texts, edit: Edit): boolean {
  // A draft of an earlier version has edits without the list.
  const outermost = edit.listBefore === undefined ? undefined : outermostListOf(placeOf(edit));
  if (!outermost) return false;
  const { list, inside } = outermost;
  const listNow = currentValue(texts, list);
  return inside.some((key, depth) => {
    const path = inside.slice(0, depth);
    return typeof key === 'number' && isOtherItem(key, valueAt(edit.listBefore, path), valueAt(listNow, path));
  });
}

/**
 * Returns whether an index may mean another item of a list than before. It does if the item is not the same and either the length of the
 * list has changed, or the item was elsewhere in the list. Otherwise somebody has changed a value of the item. For example, with index 1:
 *
 *     before [Ada, Bea], now [Cleo, Ada, Bea] or [Bea, Ada]   another item
 *     before [Ada, Bea], now [Ada, Beatrice]                  the same item
 *
 * Comparing the edited value alone is not enough: a value such as a flag is often the same in both items.
 */
function isOtherItem(index: number, before: unknown, now: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(now)) return false;
  const isItemNow = (item: unknown) => isDeepStrictEqual(item, now[index]);
  return !isItemNow(before[index]) && (now.length !== before.length || before.some(isItemNow));
}

/**
 * Returns the draft after the editor has chosen between `mine` and `theirs`: the editor's edits of a place now start from `theirs`, or are
 * dropped. Throws Refused if `mine` has no place in the content anymore, or its file would be too long.
 */
export function resolveConflicts(edits: readonly Edit[], choices: readonly Choice[], published: Texts, names: OwnerNames): Edit[] {
  const resolved: Edit[] = [];
  for (const edit of edits) {
    const choice = choices.find((each) => placeKey(each) === placeKey(placeOf(edit)));
    if (!choice) resolved.push(edit);
    // The value after the editor's earlier edits, which now start from `theirs`.
    else if (choice.keep === 'mine') resolved.push(startFromTheirs(rebase(published, resolved).texts, edit, names));
  }
  return resolved;
}

/** Returns an edit that starts from what the texts have now at its place. Throws Refused as `resolveConflicts`. */
function startFromTheirs(texts: Texts, edit: Edit, names: OwnerNames): Edit {
  const place = placeOf(edit);
  const kept = withListBefore(texts, { ...asReplacement(edit), before: contentAt(texts, place) });
  try {
    applyEdit(texts, kept);
  } catch (error) {
    const reason = error instanceof TextTooLong ? 'the file would be over 1 MB with it' : 'somebody else has removed its place';
    throw new Refused(`“Yours” cannot be kept for ${placeName(place, names)}: ${reason}. Choose “Theirs” there, and publish again.`);
  }
  return kept;
}
