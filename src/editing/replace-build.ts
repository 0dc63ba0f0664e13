import { existsSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { flushNames } from '../flush.ts';
import { removeIfPossible, writeDurably } from './atomic-write.ts';
import type { JournalEntry } from './publish-journal.ts';

export interface BuildFolders {
  /** The build that the site serves. */
  dist: string;
  /** The build of a publish that is not in place yet. */
  built: string;
}

/** It is gone if the site serves the build that it was to replace (`lost`), another one that was made since (`superseded`), or `none`. */
type BuildState = 'waiting' | 'in place' | 'lost' | 'superseded' | 'none';

/** The file of a build that says which release it belongs to. It stays the same in a copy, unlike the times of files. */
const releaseMark = '.release';

export const writeMark = (build: string, releaseId: string): void => writeDurably(join(build, releaseMark), releaseId);

/** Returns what distinguishes a build from others: its release, or for one of `npm run build` the digest that scripts/prepare.mjs wrote. */
export function readMark(build: string): string {
  const mark = [releaseMark, '.built'].map((name) => join(build, name)).find((path) => existsSync(path));
  return mark === undefined ? '' : readFileSync(mark, 'utf8');
}

/** Returns where the build of a publish is, even after a kill. A publish without a build counts as in place. */
export function findBuild({ dist, built }: BuildFolders, { id, replacedBuild }: JournalEntry): BuildState {
  if (replacedBuild === undefined) return existsSync(built) ? 'waiting' : 'in place';
  const served = readMark(dist);
  if (served === id) return 'in place';
  // A kill between the renames of `replaceBuild` leaves no build that is served; any other is newer, for example of `npm run build`.
  if (readMark(built) === id && (served === replacedBuild || !existsSync(dist))) return 'waiting';
  if (!existsSync(dist)) return 'none';
  return served === replacedBuild ? 'lost' : 'superseded';
}

/** Replaces the build that is served. Throws if no name is free for the old one, which may have files that cannot be removed. */
export function replaceBuild({ dist, built }: BuildFolders, releaseId: string): void {
  const names = [`${dist}.old`, `${dist}.old-${releaseId}`];
  const old = names.find((name) => removeIfPossible(name));
  if (old === undefined) throw new Error(`${names.join(' and ')} cannot be removed`);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(built, dist);
  flushNames(dirname(dist));
  removeIfPossible(old);
}
