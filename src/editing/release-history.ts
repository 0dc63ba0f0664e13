import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flushNames } from '../flush.ts';
import { idAfter } from '../id-after.ts';
import { Refused } from '../refused.ts';
import { moveTemporary, removeIfPossible, temporaryOf, writeTemporary } from './atomic-write.ts';
import type { Texts } from './content-files.ts';
import type { Change } from './changes.ts';
import { readRecord } from './read-record.ts';

/** The texts of a file of content/ before and after a change: `before` is null for a new file, `after` for one that is removed. */
export interface FileChange {
  file: string;
  before: string | null;
  after: string | null;
}

/** Something that was published: who, when, what, and the bytes of each file before and after, from which it can be undone. */
export interface Release {
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  who: string;
  changes: Change[];
  files: FileChange[];
  /** The release that this one undoes. */
  undoes?: string;
}

/** A release before it is installed. */
export type NewRelease = Omit<Release, 'id'>;

/** The number of releases that the history keeps, each of which can be undone. With one release a day it reaches back half a year. */
const maxReleases = 200;

/** Returns the files whose texts differ. */
export const filesBetween = (before: Texts, after: Texts): FileChange[] =>
  [...new Set(before.keys()).union(after)]
    .filter((file) => before.get(file) !== after.get(file))
    .map((file) => ({ file, before: before.get(file) ?? null, after: after.get(file) ?? null }));

/**
 * The history of releases in `DATA_DIR/content-history`: a folder for each, with its record. A folder without a record belongs to a publish
 * that has not happened yet, or was killed.
 */
export function createReleaseHistory(dataDir: string) {
  const root = join(dataDir, 'content-history');
  const folderOf = (id: string) => join(root, id);
  const recordOf = (id: string) => join(root, id, 'release.json');

  const folders = (): string[] => (existsSync(root) ? readdirSync(root) : []);
  /** The ids of the history, the newest first: they begin with their time (RFC 9562, version 7). */
  const ids = (): string[] =>
    folders()
      .filter((id) => existsSync(recordOf(id)))
      .toSorted()
      .toReversed();
  /** Returns a release. Throws Refused if its record is damaged. */
  const read = (id: string) => readRecord<Release>(recordOf(id), (release) => release.id === id);

  function readIfPossible(id: string): Release[] {
    try {
      return [read(id)];
    } catch (error) {
      if (error instanceof Refused) return [];
      throw error;
    }
  }

  return {
    read,

    /** Returns an id for a new release at an instant: ISO 8601. */
    newId: (at: string): string => idAfter(ids()[0], at),

    /** Returns the releases, the newest first. One whose record is damaged is left out. */
    list: (): Release[] => ids().flatMap(readIfPossible),

    /** Writes everything about a release but its record under its own name, which `add` gives it. */
    prepare(release: Release): void {
      mkdirSync(folderOf(release.id), { recursive: true, mode: 0o700 });
      writeTemporary(recordOf(release.id), JSON.stringify(release, null, 2));
      for (const folder of [folderOf(release.id), root, dataDir]) flushNames(folder);
    },

    /** Adds a release that was prepared. Does nothing if that has happened. */
    add(id: string): void {
      if (!existsSync(recordOf(id))) moveTemporary(recordOf(id));
    },

    /** Undoes `add`: the release is only prepared again, even after a power failure. */
    undoAdd(id: string): void {
      renameSync(recordOf(id), temporaryOf(recordOf(id)));
      flushNames(folderOf(id));
    },

    /** Whether a release was prepared or added. */
    has: (id: string): boolean => [recordOf(id), temporaryOf(recordOf(id))].some((file) => existsSync(file)),

    /** Removes a release that was prepared and will not be added. */
    discard: (id: string): void => rmSync(folderOf(id), { recursive: true, force: true }),

    /** Removes the oldest releases beyond those that the history keeps. One that cannot be removed stays. */
    prune(): void {
      for (const id of ids().slice(maxReleases)) removeIfPossible(folderOf(id));
    },

    /** Returns the folders of releases that were prepared and never added. */
    listAbandoned: (): string[] =>
      folders()
        .filter((id) => !existsSync(recordOf(id)))
        .map(folderOf),

    /**
     * Returns the last release that is neither undone nor itself an undo; undefined if there is none. Throws Refused if it or a later one
     * is damaged.
     */
    findLastInEffect(): Release | undefined {
      const undone = new Set<string>();
      for (const id of ids()) {
        const release = read(id);
        if (release.undoes !== undefined) undone.add(release.undoes);
        else if (!undone.has(id)) return release;
      }
      return undefined;
    },
  };
}
