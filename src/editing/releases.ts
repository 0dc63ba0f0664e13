import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import type { Texts } from './content-files.ts';
import { isTemporary, temporaryOf, writeAtomically, writeTemporary } from './atomic-write.ts';
import { createDrafts, pictureFolder } from './drafts.ts';
import { EditRefused, PublishIncomplete } from './edit-refused.ts';
import type { Change, Edit } from './edits.ts';
import { lockPublishing } from './publish-lock.ts';

/** Something that was published: who, when, what, and the bytes of each file before and after, from which it can be undone. */
export interface Release {
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  who: string;
  changes: Change[];
  /** `before` is null for a new file, `after` for one that is removed. */
  files: { file: string; before: string | null; after: string | null }[];
  /** The release that this one undoes. */
  undoes?: string;
}

/** The edits of a draft that a release publishes. */
export interface PublishedDraft {
  editor: string;
  edits: readonly Edit[];
}

interface Journal {
  /** The id of the release. */
  id: string;
  draft?: PublishedDraft | undefined;
}

export interface ReleaseFolders {
  contentFolder: string;
  dataDir: string;
  /** The build that the site serves. */
  dist: string;
}

export type Releases = ReturnType<typeof createReleases>;

/** The number of releases that the history keeps, each of which can be undone. With one release a day it reaches back half a year. */
const maxReleases = 200;

/** How long a start waits for another process that is replacing the content and the build, which takes some milliseconds. */
const lockTimeoutMs = 5000;

/**
 * Returns the history in `DATA_DIR/content-history`, and the step that replaces the old build and content with new ones. A journal is
 * written before that step, so that `recover` can complete it after a kill.
 */
export function createReleases({ contentFolder, dataDir, dist }: ReleaseFolders, drafts = createDrafts({ contentFolder, dataDir })) {
  const history = join(dataDir, 'content-history');
  const journal = join(dataDir, 'content-publish.json');
  const built = `${dist}.next`;
  const recordOf = (id: string) => join(history, id, 'release.json');
  /** An empty file that a release has until it is committed to git. */
  const markOf = (id: string) => join(history, id, 'uncommitted');

  /** The ids of the history, the newest first: they begin with their time (RFC 9562, version 7). */
  const ids = (): string[] =>
    existsSync(history)
      ? readdirSync(history)
          .filter((id) => existsSync(recordOf(id)))
          .toSorted()
          .toReversed()
      : [];
  const read = (id: string): Release => JSON.parse(readFileSync(recordOf(id), 'utf8')) as Release;

  /** Every step can be repeated. What is no longer needed may stay: it must not keep a publish from ending. */
  function putInPlace({ id, draft }: Journal): void {
    if (!existsSync(recordOf(id))) renameSync(temporaryOf(recordOf(id)), recordOf(id));
    for (const { file, after } of read(id).files) {
      const path = join(contentFolder, file);
      if (after === null) rmSync(path, { force: true });
      else if (existsSync(temporaryOf(path))) renameSync(temporaryOf(path), path);
      else writeAtomically(path, after);
    }
    if (existsSync(built)) {
      const old = [`${dist}.old`, `${dist}.old-${id}`].find(removeIfPossible);
      if (old === undefined) throw new Error(`${dist}.old and ${dist}.old-${id} cannot be removed`);
      if (existsSync(dist)) renameSync(dist, old);
      renameSync(built, dist);
      removeIfPossible(old);
    }
    // Otherwise the draft would be a change of what is published now, and conflict with it.
    if (draft) drafts.forgetPublished(draft.editor, draft.edits);
    rmSync(journal, { force: true });
  }

  function complete(publish: Journal): void {
    try {
      putInPlace(publish);
    } catch (error) {
      throw new PublishIncomplete(
        `The server could not replace all files: ${(error as Error).message}. The next publish, or the next start of the site, completes this one.`,
      );
    }
  }

  /** Returns the leftovers of publishes that were killed before they wrote their journal: temporary files, and folders without a record. */
  const abandoned = (): string[] => [
    ...readdirSync(contentFolder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(temporaryOf('.yaml')) || (name.startsWith(pictureFolder) && isTemporary(name)))
      .map((name) => join(contentFolder, name)),
    ...(existsSync(history) ? readdirSync(history) : []).filter((id) => !existsSync(recordOf(id))).map((id) => join(history, id)),
  ];

  /** Completes a publish that has a journal, and removes the leftovers of publishes without one. */
  function finish(): void {
    if (existsSync(journal)) complete(JSON.parse(readFileSync(journal, 'utf8')) as Journal);
    for (const path of abandoned()) rmSync(path, { recursive: true });
  }

  /**
   * The history is in the data folder and the build beside `dist`. A process that publishes locks both, since either
   * can be shared with others.
   */
  function lockBoth(waitMs?: number): Disposable {
    using held = new DisposableStack();
    for (const path of [join(dataDir, 'content-publish.lock'), `${dist}.lock`]) held.use(lockPublishing(path, waitMs));
    return held.move();
  }

  return {
    /** The folder of a build that is not in place yet. */
    built,

    /** Returns the changes of a release: the texts that differ. */
    filesBetween: (before: Texts, after: Texts): Release['files'] =>
      [...new Set([...before.keys(), ...after.keys()])]
        .filter((file) => before.get(file) !== after.get(file))
        .map((file) => ({ file, before: before.get(file) ?? null, after: after.get(file) ?? null })),

    /**
     * Records a release, replaces the content and the build, and removes the published edits from the draft. Everything that needs disk
     * space is written before the journal, so that a full disk changes nothing. Throws EditRefused, and PublishIncomplete after the
     * journal.
     */
    install(release: Omit<Release, 'id'>, draft?: PublishedDraft): Release {
      const recorded = { id: uuid({ msecs: Date.parse(release.at) }), ...release };
      const written = recorded.files.filter(({ after }) => after !== null);
      try {
        mkdirSync(join(history, recorded.id), { recursive: true, mode: 0o700 });
        writeFileSync(markOf(recorded.id), '');
        writeTemporary(recordOf(recorded.id), JSON.stringify(recorded, null, 2));
        for (const { file, after } of written) writeTemporary(join(contentFolder, file), after!);
        writeAtomically(journal, JSON.stringify({ id: recorded.id, draft } satisfies Journal));
      } catch (error) {
        for (const { file } of written) rmSync(temporaryOf(join(contentFolder, file)), { recursive: true, force: true });
        rmSync(join(history, recorded.id), { recursive: true, force: true });
        throw new EditRefused(`The server could not write the files, and the site stays as it is: ${(error as Error).message}`);
      }
      complete({ id: recorded.id, draft });
      for (const id of ids().slice(maxReleases)) removeIfPossible(join(history, id));
      return recorded;
    },

    /**
     * Returns the publish lock, after completing an interrupted publish. Throws EditRefused while another process holds the lock, and
     * PublishIncomplete.
     */
    lock(): Disposable {
      using held = new DisposableStack();
      held.use(lockBoth());
      finish();
      return held.move();
    },

    /**
     * Completes a publish that was interrupted, if there is one. Throws EditRefused while another process holds the lock, and
     * PublishIncomplete.
     */
    recover(): void {
      if (!existsSync(journal) && abandoned().length === 0) return;
      using held = new DisposableStack();
      held.use(lockBoth(lockTimeoutMs));
      finish();
    },

    /** Returns the releases, the newest first. */
    list: (): Release[] => ids().map(read),

    /** Returns the releases that are in place and not committed to git yet, the oldest first. */
    uncommitted: (): Release[] =>
      existsSync(journal)
        ? []
        : ids()
            .filter((id) => existsSync(markOf(id)))
            .toReversed()
            .map(read),

    /** Records that a release is committed to git, or needs no commit. */
    recordCommit: ({ id }: Release): void => rmSync(markOf(id), { force: true }),

    /** Returns the last release that is neither undone nor itself an undo; undefined if there is none. */
    lastInEffect(): Release | undefined {
      const all = ids().map(read);
      const undone = new Set(all.map(({ undoes }) => undoes));
      return all.find(({ id, undoes }) => undoes === undefined && !undone.has(id));
    },
  };
}

/** Removes a file or folder, and returns whether nothing is left at its path. */
function removeIfPossible(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
