import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { flushNames } from '../flush.ts';
import { Refused } from '../refused.ts';
import { isTemporaryFile, moveTemporary, removeIfPossible, temporaryOf, writeDurably, writeTemporary } from './atomic-write.ts';
import { isPicture } from './content-files.ts';
import { isTemporaryCopy } from './copy-missing.ts';
import { diskProblem } from './disk-problem.ts';
import type { Drafts } from './drafts.ts';
import type { Edit } from './edits.ts';
import { lockPublishing } from './publish-lock.ts';
import { createReleaseHistory, type Release } from './release-history.ts';

/** A publish that began to replace the content and the build, and could not complete it. Its message says why, to the editor. */
export class PublishIncomplete extends Refused {
  override name = 'PublishIncomplete';
}

/** The edits of a draft that a release publishes. */
export interface PublishedDraft {
  editor: string;
  edits: readonly Edit[];
}

interface Journal {
  id: string;
  draft?: PublishedDraft | undefined;
  /** The mark of the build that this publish replaces. Undefined without a build, and in a journal of an earlier version. */
  replacedBuild?: string | undefined;
}

const journalSchema = z.looseObject({
  id: z.string(),
  draft: z.looseObject({ editor: z.string(), edits: z.array(z.unknown()) }).optional(),
  replacedBuild: z.string().optional(),
}) as unknown as z.ZodType<Journal>;

/** It is gone if the site serves the build that it was to replace (`lost`), another one that was made since (`superseded`), or `none`. */
type BuildState = 'waiting' | 'in place' | 'lost' | 'superseded' | 'none';

export interface ReleaseFolders {
  contentFolder: string;
  dataDir: string;
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
  const journal = join(dataDir, 'content-publish.json');
  const built = `${dist}.next`;

  function readPublished(file: string): string | null {
    const path = join(contentFolder, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  }

  /** Where the build of a publish is, also after a kill. A publish without a build counts as in place. */
  function findBuild({ id, replacedBuild }: Journal): BuildState {
    if (replacedBuild === undefined) return existsSync(built) ? 'waiting' : 'in place';
    const served = markOf(dist);
    if (served === id) return 'in place';
    // A kill between the renames of `replaceBuild` leaves no build that is served; any other is newer, for example of `npm run build`.
    if (markOf(built) === id && (served === replacedBuild || !existsSync(dist))) return 'waiting';
    if (!existsSync(dist)) return 'none';
    return served === replacedBuild ? 'lost' : 'superseded';
  }

  /**
   * Replaces the content and the build by those of a release, and ends with the journal. Every step can be repeated. A file that is no longer
   * needed and cannot be removed stays: it must not keep a publish from ending.
   */
  function putInPlace(publish: Journal): void {
    const { id, draft } = publish;
    history.add(id);
    const { files } = history.read(id);
    const build = findBuild(publish);
    const hasEveryText = () => files.every(({ file, after }) => readPublished(file) === after);
    // With all its texts, a publish is complete in the build that somebody has made since, or will make.
    if (build === 'lost' || ((build === 'superseded' || build === 'none') && !hasEveryText())) return rollBack(id, build);
    for (const { file, before, after } of files) {
      // Any other text was written after the publish was interrupted, and stays.
      if ([before, after, null].includes(readPublished(file))) replaceFile(join(contentFolder, file), after);
    }
    if (build === 'waiting') replaceBuild(dist, built, id);
    // Otherwise the draft would be a change of what is published now, and conflict with it.
    if (draft) drafts.forgetPublished(draft.editor, draft.edits);
    removeJournal();
  }

  /**
   * Rolls back an interrupted publish whose build is gone, as in a copy of the checkout without it. The draft still has the texts. A build
   * that superseded it was made of the content as it is now, which stays; otherwise the files get their old texts again.
   */
  function rollBack(id: string, build: 'lost' | 'superseded' | 'none'): void {
    for (const { file, before, after } of build === 'superseded' ? [] : history.read(id).files)
      if (readPublished(file) === after) writeOrRemove(join(contentFolder, file), before);
    // In this order: a kill in between leaves either a journal with its release, or a release that was never added.
    history.undoAdd(id);
    removeJournal();
    history.discard(id);
  }

  function removeJournal(): void {
    rmSync(journal, { force: true });
    flushNames(dataDir);
  }

  function complete(publish: Journal): void {
    try {
      putInPlace(publish);
    } catch (error) {
      throw new PublishIncomplete(
        `The server could not replace all files: ${diskProblem(error) ?? `${(error as Error).message}.`} The next publish, or the next start of the site, completes this one.`,
      );
    }
  }

  /** Returns the leftovers of publishes that were killed before they wrote their journal. */
  const abandoned = (): string[] => [
    ...readdirSync(contentFolder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(temporaryOf('.yaml')) || (isPicture(name) && isTemporaryFile(name)) || isTemporaryCopy(name))
      .map((name) => join(contentFolder, name)),
    ...history.listAbandoned(),
  ];

  /** Returns the publish of the journal. Throws Refused if the journal is damaged, or the release has no record. */
  function readJournal(): Journal {
    const json = readFileSync(journal, 'utf8');
    try {
      const publish = journalSchema.parse(JSON.parse(json));
      if (!history.has(publish.id)) throw new Error(`there is no record of the publish ${publish.id}`);
      return publish;
    } catch (cause) {
      throw new Refused(
        `A publish that was interrupted cannot be completed, because ${journal} on the server is damaged. Restore that file from a copy, or delete it, and publish again.`,
        { cause },
      );
    }
  }

  /**
   * Completes a publish that has a journal, and removes the leftovers of publishes without one. Throws Refused for a damaged journal, and
   * PublishIncomplete.
   */
  function completeInterrupted(): void {
    if (existsSync(journal)) complete(readJournal());
    for (const path of abandoned()) rmSync(path, { recursive: true });
  }

  /**
   * Takes the publish lock, and completes an interrupted publish under it. Returns the lock, which is released when it is disposed of. The
   * history is in the data folder and the build beside `dist`: both are locked, since either can be shared with others. Throws Refused if
   * another process holds a lock for longer than `waitMs`, or the journal is damaged, and PublishIncomplete.
   */
  function lockAndRecover(waitMs?: number): Disposable {
    using held = new DisposableStack();
    for (const path of [join(dataDir, 'content-publish.lock'), `${dist}.lock`]) held.use(lockPublishing(path, waitMs));
    completeInterrupted();
    return held.move();
  }

  return {
    /** The folder of a build that is not in place yet. */
    built,
    list: history.list,
    findLastInEffect: history.findLastInEffect,
    recordCommit: history.recordCommit,

    /** Returns the releases that are in place and not committed to git yet, the oldest first. */
    listUncommitted: (): Release[] => (existsSync(journal) ? [] : history.listUncommitted()),

    /**
     * Records a release, replaces the content and the build, and removes the published edits from the draft. Everything that needs disk
     * space is written before the journal, so that a full disk changes nothing. Throws Refused, and PublishIncomplete after the
     * journal.
     */
    install(release: Omit<Release, 'id'>, draft?: PublishedDraft): void {
      const recorded = { id: history.newId(release.at), ...release };
      const written = recorded.files.filter(({ after }) => after !== null);
      const hasBuild = existsSync(built);
      const publish: Journal = { id: recorded.id, draft, ...(hasBuild && { replacedBuild: markOf(dist) }) };
      try {
        history.prepare(recorded);
        if (hasBuild) writeDurably(join(built, releaseMark), recorded.id);
        for (const { file, after } of written) writeTemporary(join(contentFolder, file), after!);
        writeDurably(journal, JSON.stringify(publish));
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
      if (existsSync(journal) || abandoned().length > 0) lockAndRecover(lockTimeoutMs)[Symbol.dispose]();
    },
  };
}

/** The file of a build that says which release it belongs to. It stays the same in a copy, unlike the times of files. */
const releaseMark = '.release';

/** Returns what distinguishes a build from others: its release, or for one of `npm run build` the digest that scripts/prepare.mjs wrote. */
function markOf(build: string): string {
  const mark = [releaseMark, '.built'].map((name) => join(build, name)).find((path) => existsSync(path));
  return mark === undefined ? '' : readFileSync(mark, 'utf8');
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

/** Replaces the build that is served. Throws if no name is free for the old one, which may have files that cannot be removed. */
function replaceBuild(dist: string, built: string, releaseId: string): void {
  const names = [`${dist}.old`, `${dist}.old-${releaseId}`];
  const old = names.find((name) => removeIfPossible(name));
  if (old === undefined) throw new Error(`${names.join(' and ')} cannot be removed`);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(built, dist);
  flushNames(dirname(dist));
  removeIfPossible(old);
}
