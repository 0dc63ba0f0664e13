import { hash } from 'node:crypto';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkContextOf } from '../content/checks/fields.ts';
import { missingPicture } from '../content/checks/pictures-and-samples.ts';
import { missingReplayFile } from '../content/checks/workshops.ts';
import type { Content } from '../content/content.ts';
import { loadContent } from '../content/load.ts';
import { Refused } from '../refused.ts';
import { writeAtomically } from './atomic-write.ts';
import { changesOf, type Change } from './changes.ts';
import { readTexts, type Texts } from './content-files.ts';
import type { Draft } from './draft-store.ts';
import type { Drafts } from './drafts.ts';
import { checkDraft } from './findings.ts';
import { namesInDraft } from './owner-names.ts';
import { placeName } from './place.ts';
import type { PublishedDraft } from './publish-journal.ts';
import { resolveConflicts, type Choice } from './rebase.ts';
import { filesBetween, type FileChange } from './release-history.ts';
import type { Releases } from './releases.ts';

/** What an editor has confirmed. `seen` is that of the review that the editor saw (`PublishReview`); without it, nothing is compared. */
export interface Confirmed {
  choices?: Choice[];
  seen?: string | undefined;
}

/** A publish that can be done: what it changes, and what the history shows of it. */
export interface PreparedPublish {
  /** The published texts that it was prepared from. */
  before: Texts;
  files: FileChange[];
  content: Content;
  changes: Change[];
  /** The release that it undoes. */
  undoes?: string;
  /** The draft whose edits it publishes. */
  draft?: PublishedDraft;
}

/**
 * Returns the publish of a draft, after storing the editor's choices in it. Throws Refused if the draft changes nothing, has errors or
 * conflicts, or is no longer the one that the editor saw; the choices stay stored, except in the last case.
 */
export function preparePublish(drafts: Drafts, editor: string, now: Date, { choices = [], seen }: Confirmed = {}): PreparedPublish {
  let draft = drafts.refresh(editor);
  assertUnchanged(seen, digestOf(draft));
  if (choices.length > 0) {
    drafts.replaceEdits(editor, resolveConflicts(draft.edits, choices, draft.published, namesInDraft(draft)));
    draft = drafts.refresh(editor);
  }
  const { published, texts, conflicts, edits } = draft;
  const changes = changesOf(published, texts, edits);
  if (conflicts.length > 0) throw new Refused('Somebody else has changed the same text. Choose which of the two to keep.');
  if (changes.length === 0) throw new Refused('There is nothing to publish: your draft has no changes.');
  const errors = checkDraft(draft, now).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const names = namesInDraft(draft);
    const messages = errors.map((finding) => `${placeName(finding, names)}: ${finding.message}`);
    throw new Refused(`Correct this first: ${messages.join('; ')}`);
  }
  return { before: published, files: filesBetween(published, texts), content: draft.content(), changes, draft: { editor, edits } };
}

/**
 * Returns what undoes the last publish. Throws Refused if there is none, its files have changed since, a picture that it replaced was
 * deleted, or it is not the one that the editor saw, and ContentError.
 */
export function prepareUndo(releases: Releases, contentFolder: string, { seen }: Confirmed = {}): PreparedPublish & { undoes: string } {
  const last = releases.findLastInEffect();
  if (!last) throw new Refused('There is nothing more to undo: every publish in the history has been undone.');
  assertUnchanged(seen, last.id);
  const texts = readTexts(contentFolder);
  const changed = last.files.filter(({ file, after }) => (texts.get(file) ?? null) !== after);
  if (changed.length > 0) {
    const names = namesInDraft({ texts, content: () => loadContent(contentFolder) });
    const places = changed.map(({ file }) => placeName({ file, pointer: '' }, names));
    throw new Refused(`Nothing was undone, because this has changed since the publish: ${places.join(', ')}.`);
  }
  const files = last.files.map(reversed);
  return {
    before: texts,
    files,
    content: contentAfterUndo(contentFolder, texts, files),
    changes: last.changes.map(reversed),
    undoes: last.id,
  };
}

const reversed = <Changed extends { before: unknown; after: unknown }>(change: Changed): Changed => ({
  ...change,
  before: change.after,
  after: change.before,
});

/**
 * Returns the content of the published texts after an undo has changed these files. Throws ContentError, and Refused if the files name a
 * picture, a video or captions that were deleted since: the check of the content lists such files as unused.
 */
function contentAfterUndo(contentFolder: string, published: Texts, files: FileChange[]): Content {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'founder-house-undo-'));
  const texts = new Map<string, string | null>([...published, ...files.map(({ file, after }) => [file, after] as const)]);
  for (const [file, text] of texts) if (text !== null) writeAtomically(join(folder.path, file), text);
  const content = loadContent(folder.path);
  const context = checkContextOf(contentFolder, new Date());
  const missing = [...missingPicture(content, context), ...missingReplayFile(content, context)].filter((finding) =>
    files.some(({ file }) => finding.file === `content/${file}`),
  );
  if (missing.length > 0) throw new Refused(`Nothing was undone: ${missing.map(({ message }) => message).join('; ')}.`);
  return content;
}

/** Returns what stands for a draft in a review: it differs as soon as anything else would be published. */
export const digestOf = ({ edits, published }: Draft): string => hash('sha256', JSON.stringify([edits, ...published]), 'base64url');

/** Throws Refused if something else would be published or undone than what the editor saw. */
function assertUnchanged(seen: string | undefined, current: string): void {
  if (seen !== undefined && seen !== current)
    throw new Refused('The draft or the site was changed in the meantime, so nothing was published now. Check the changes again.');
}
