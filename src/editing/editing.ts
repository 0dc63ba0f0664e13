import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkContextOf } from '../content/checks/fields.ts';
import type { Content } from '../content/content.ts';
import { loadContent } from '../content/load.ts';
import { flushFile, flushFilesIn } from '../flush.ts';
import { Refused } from '../refused.ts';
import type { buildRelease } from './build-release.ts';
import { changesOf, type Change } from './changes.ts';
import { commitRelease } from './commit.ts';
import { readTexts } from './content-files.ts';
import { copyMissing } from './copy-missing.ts';
import { publishFailure } from './disk-problem.ts';
import { createDrafts, summaryOf } from './drafts.ts';
import { checkDraft, warningsSince, type DraftFinding } from './findings.ts';
import { contentIfValid, namesInDraft } from './owner-names.ts';
import { digestOf, preparePublish, prepareUndo, type Confirmed, type PreparedPublish } from './prepare-publish.ts';
import { publishedPages, type PublishedPage } from './published-pages.ts';
import type { Conflict } from './rebase.ts';
import { filesBetween } from './release-history.ts';
import { createReleases, PublishIncomplete, type ReleaseFolders } from './releases.ts';
import { assertSignUpsKept, countAffected, type AffectedCounts, type SignUpCounts } from './sign-ups.ts';
import { stageContent, uploadsNamedIn } from './staging.ts';

/**
 * The progress of a publish. `failed` and `incomplete` have a message for the editor; after `failed` the site is what it was. `live` may
 * have a message about the git commit.
 */
export interface PublishState {
  state: 'idle' | 'building' | 'switching' | 'live' | 'failed' | 'incomplete';
  message?: string;
  /** The pages that show what is live now. */
  pages?: PublishedPage[];
}

interface EditingParts extends ReleaseFolders, SignUpCounts {
  build: typeof buildRelease;
  now: () => Date;
}

/** An editor: the id under which the draft is kept, and the name that the history shows. */
export interface Editor {
  id: string;
  name: string;
}

/** Changes before they are published. */
export interface PublishReview extends AffectedCounts {
  changes: Change[];
  /** Stands for what was shown: it differs as soon as anything else would be published or undone. */
  seen: string;
}

/** What a draft changes. */
export interface DraftReview extends PublishReview {
  conflicts: Conflict[];
  /** What contradicts something, or is left to do, only once it is published. */
  warnings: DraftFinding[];
}

export type Editing = ReturnType<typeof createEditing>;

/** Returns the drafts of content/ and the functions that publish them. One publish runs at a time over all processes. */
export function createEditing(parts: EditingParts) {
  const { contentFolder, dist, now } = parts;
  const drafts = createDrafts(parts);
  const releases = createReleases(parts, drafts);
  let progress: PublishState = { state: 'idle' };

  /** Returns what `countAffected` and `assertSignUpsKept` compare. Throws ContentError. */
  const changeTo = (after: Content) => ({ before: loadContent(contentFolder), after, ...parts });

  /**
   * Prepares and starts a publish, while other publishes are locked out. Throws Refused, including while another publish runs, and
   * ContentError.
   */
  async function start(editor: Editor, prepare: () => PreparedPublish): Promise<void> {
    using held = new DisposableStack();
    held.use(releases.lockAndRecover());
    const publish = prepare();
    await assertSignUpsKept(changeTo(publish.content), now());
    progress = { state: 'building' };
    void run(editor, publish, held.move());
  }

  async function run(editor: Editor, publish: PreparedPublish, lock: Disposable): Promise<void> {
    let end: PublishState;
    try {
      const commitProblem = await buildAndInstall(editor, publish);
      const message = commitProblem && `Published, but it could not be committed to git; the next publish commits it too: ${commitProblem}`;
      end = { state: 'live', pages: publishedPages(publish.changes, publish.content), ...(message && { message }) };
    } catch (error) {
      end = { state: error instanceof PublishIncomplete ? 'incomplete' : 'failed', message: publishFailure(error) };
    }
    // Before the end is reported: the editor can publish again as soon as they see it.
    lock[Symbol.dispose]();
    progress = end;
  }

  /**
   * Builds the content as it will be, from a copy because the editor can change the draft meanwhile, and then replaces the content and the
   * build. Returns why the change could not be committed to git, if it could not. Throws Refused, PublishIncomplete.
   */
  async function buildAndInstall(editor: Editor, { before, files, changes, undoes, draft }: PreparedPublish): Promise<string | undefined> {
    const staged = stageContent(parts, drafts.folder(editor.id), files);
    using cleanup = new DisposableStack();
    cleanup.defer(() => rmSync(staged, { recursive: true, force: true }));
    const after = readTexts(staged);
    await parts.build({ contentFolder: staged, dist, out: releases.built });
    // Its folder is renamed later: after a power failure, files that were not flushed would be empty.
    await flushFilesIn(releases.built);
    if (filesBetween(before, readTexts(contentFolder)).length > 0)
      throw new Refused('A file in content/ was changed on the server in the meantime. Review your changes, and publish again.');
    progress = { state: 'switching' };
    // A new picture has a new name, so no page shows it yet.
    for (const file of copyMissing(staged, contentFolder, uploadsNamedIn(after))) flushFile(join(contentFolder, file));
    const release = { at: now().toISOString(), who: editor.name, changes, files: filesBetween(before, after), ...(undoes && { undoes }) };
    releases.install(release, draft);
    return commitRelease(contentFolder, release, releases);
  }

  return {
    drafts,
    releases,
    readProgress: () => progress,

    /** Returns what an editor has changed, the conflicts, and what the changes make contradictory. */
    async reviewChanges({ id }: Editor): Promise<DraftReview> {
      const draft = drafts.refresh(id);
      const { published, texts, conflicts, edits } = draft;
      const at = now();
      const content = contentIfValid(draft.content);
      const change = content && changeTo(content);
      const affected = change ? await countAffected(change, at) : { mailed: 0, notMailed: 0 };
      const warnings = change ? warningsSince(change.before, content, checkContextOf(draft.folder, at)) : [];
      return { changes: changesOf(published, texts, edits), conflicts, warnings, ...affected, seen: digestOf(draft) };
    },

    /** Returns what an undo would change. Throws Refused, including if founders would lose their registrations, and ContentError. */
    async reviewUndo(): Promise<PublishReview> {
      const { content, changes, undoes } = prepareUndo(releases, contentFolder);
      const change = changeTo(content);
      await assertSignUpsKept(change, now());
      return { changes, ...(await countAffected(change, now())), seen: undoes };
    },

    /** Returns a summary of a draft, the findings in it, and the names of its retreats and workshops. */
    inspect({ id }: Editor) {
      const draft = drafts.refresh(id);
      return { ...summaryOf(draft), findings: checkDraft(draft, now()), names: namesInDraft(draft) };
    },

    /**
     * Starts to publish a draft. Throws Refused if it changes nothing, has errors or conflicts, is no longer the one that the editor
     * saw, founders would lose their registrations, or another publish runs.
     */
    publish: (editor: Editor, confirmed?: Confirmed): Promise<void> =>
      start(editor, () => preparePublish(drafts, editor.id, now(), confirmed)),

    /**
     * Starts to undo the last publish that is not undone yet: its files get their previous bytes. Throws Refused if there is none, or
     * the files have changed since, it is not the one that the editor saw, founders would lose their registrations, or another publish runs.
     */
    undo: (editor: Editor, confirmed?: Confirmed): Promise<void> => start(editor, () => prepareUndo(releases, contentFolder, confirmed)),
  };
}
