import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Refused } from '../refused.ts';
import { isTemporaryFile, moveTemporary, temporaryOf, writeDurably, writeTemporary } from './atomic-write.ts';
import { isPicture } from './content-files.ts';
import { isTemporaryCopy } from './copy-missing.ts';
import { diskProblem } from './disk-problem.ts';
import type { DraftFolders } from './draft-store.ts';
import type { Drafts } from './drafts.ts';
import { openPublishJournal, type JournalEntry, type PublishedDraft } from './publish-journal.ts';
import { buildLockPath, lockPublishing } from './publish-lock.ts';
import { createReleaseHistory, type NewRelease } from './release-history.ts';
import { findBuild, readMark, replaceBuild, writeMark, type BuildFolders } from './replace-build.ts';

/** A publish that began to replace the content and the build, and could not complete it. Its message says why, to the editor. */
export class PublishIncomplete extends Refused {
  override name = 'PublishIncomplete';
}

export interface ReleaseFolders extends DraftFolders {
  /** The build that the site serves. */
  dist: string;
}

export type Releases = ReturnType<typeof createReleases>;

/** How long a start waits for another process that is replacing the content and the build, which takes some milliseconds. */
const lockTimeoutMs = 5000;

/**
 * Returns the history of releases, and the step that replaces the old build and content with new ones. A journal is written before that
 * step, so that `recover` can complete it after a kill.
 */
export function createReleases({ contentFolder, dataDir, dist }: ReleaseFolders, drafts: Pick<Drafts, 'forgetPublished'>) {
  const history = createReleaseHistory(dataDir);
  const journal = openPublishJournal(dataDir);
  const builds: BuildFolders = { dist, built: `${dist}.next` };

  function readPublished(file: string): string | null {
    const path = join(contentFolder, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  }

  /**
   * Replaces the content and the build by those of a release, and ends with the journal. Every step can be repeated. A file that is no longer
   * needed and cannot be removed stays: it must not keep a publish from ending.
   */
  function putInPlace(publish: JournalEntry): void {
    const { id, draft } = publish;
    history.add(id);
    const { files } = history.read(id);
    const buildState = findBuild(builds, publish);
    const hasEveryText = () => files.every(({ file, after }) => readPublished(file) === after);
    // With all its texts, a publish is complete in the build that somebody has made since, or will make.
    if (buildState === 'lost' || ((buildState === 'superseded' || buildState === 'none') && !hasEveryText()))
      return rollBack(id, buildState);
    for (const { file, before, after } of files) {
      // Any other text was written after the publish was interrupted, and stays.
      if ([before, after, null].includes(readPublished(file))) replaceFile(join(contentFolder, file), after);
    }
    if (buildState === 'waiting') replaceBuild(builds, id);
    // Otherwise the draft would be a change of what is published now, and conflict with it.
    if (draft) drafts.forgetPublished(draft.editor, draft.edits);
    journal.remove();
  }

  /**
   * Rolls back an interrupted publish whose build is gone, as in a copy of the checkout without it. The draft still has the texts. A build
   * that superseded it was made of the content as it is now, which stays; otherwise the files get their old texts again.
   */
  function rollBack(id: string, buildState: 'lost' | 'superseded' | 'none'): void {
    for (const { file, before, after } of buildState === 'superseded' ? [] : history.read(id).files)
      if (readPublished(file) === after) writeOrRemove(join(contentFolder, file), before);
    // In this order: a kill in between leaves either a journal with its release, or a release that was never added.
    history.undoAdd(id);
    journal.remove();
    history.discard(id);
  }

  function complete(publish: JournalEntry): void {
    try {
      putInPlace(publish);
    } catch (error) {
      throw new PublishIncomplete(
        `The server could not replace all files: ${diskProblem(error) ?? `${(error as Error).message}.`} The next publish, or the next start of the site, completes this one.`,
      );
    }
  }

  /** Returns the leftovers of publishes that were killed before they wrote their journal. */
  const listLeftovers = (): string[] => [
    ...readdirSync(contentFolder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(temporaryOf('.yaml')) || (isPicture(name) && isTemporaryFile(name)) || isTemporaryCopy(name))
      .map((name) => join(contentFolder, name)),
    ...history.listAbandoned(),
  ];

  /**
   * Completes a publish that has a journal, and removes the leftovers of publishes without one. Throws Refused for a damaged journal, and
   * PublishIncomplete.
   */
  function completeInterrupted(): void {
    if (journal.exists()) complete(journal.read(history.has));
    for (const path of listLeftovers()) rmSync(path, { recursive: true });
  }

  /**
   * Takes the publish lock, and completes an interrupted publish under it. Returns the lock, which is released when it is disposed of. The
   * history is in the data folder and the build beside `dist`: both are locked, since either can be shared with others. Throws Refused if
   * another process holds a lock for longer than `waitMs`, or the journal is damaged, and PublishIncomplete.
   */
  function lockAndRecover(waitMs?: number): Disposable {
    using held = new DisposableStack();
    for (const path of [join(dataDir, 'content-publish.lock'), buildLockPath(dist)]) held.use(lockPublishing(path, waitMs));
    completeInterrupted();
    return held.move();
  }

  return {
    /** The folder of a build that is not in place yet. */
    built: builds.built,
    list: history.list,
    findLastInEffect: history.findLastInEffect,

    /**
     * Records a release, replaces the content and the build, and removes the published edits from the draft. Everything that needs disk
     * space is written before the journal, so that a full disk changes nothing. Throws Refused, and PublishIncomplete after the
     * journal.
     */
    install(release: NewRelease, draft?: PublishedDraft): void {
      const recorded = { id: history.newId(release.at), ...release };
      const written = recorded.files.filter(({ after }) => after !== null);
      const hasBuild = existsSync(builds.built);
      const publish: JournalEntry = { id: recorded.id, draft, ...(hasBuild && { replacedBuild: readMark(dist) }) };
      try {
        history.prepare(recorded);
        if (hasBuild) writeMark(builds.built, recorded.id);
        for (const { file, after } of written) writeTemporary(join(contentFolder, file), after!);
        journal.write(publish);
      } catch (error) {
        for (const { file } of written) rmSync(temporaryOf(join(contentFolder, file)), { recursive: true, force: true });
        history.discard(recorded.id);
        throw new Refused(
          `The server could not write the files, the site stays as it is, and your draft is kept: ${diskProblem(error) ?? (error as Error).message}`,
        );
      }
      complete(publish);
      history.prune();
    },

    lockAndRecover,

    /** Completes a publish that was interrupted, if there is one. Throws as `lockAndRecover`. */
    recover(): void {
      if (journal.exists() || listLeftovers().length > 0) lockAndRecover(lockTimeoutMs)[Symbol.dispose]();
    },
  };
}

/**
 * Replaces a file of the content with its new text, which is in its temporary file unless that was lost, or written by another process; null
 * removes the file.
 */
function replaceFile(path: string, after: string | null): void {
  if (existsSync(temporaryOf(path)) && readFileSync(temporaryOf(path), 'utf8') === after) moveTemporary(path);
  else writeOrRemove(path, after);
}

function writeOrRemove(path: string, text: string | null): void {
  if (text === null) rmSync(path, { force: true });
  else writeDurably(path, text);
}
