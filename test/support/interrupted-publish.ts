import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createDrafts } from '../../src/editing/drafts.ts';
import { currentValue } from '../../src/editing/edits.ts';
import type { Place } from '../../src/editing/place.ts';
import { filesBetween } from '../../src/editing/release-history.ts';
import { createReleases, type ReleaseFolders } from '../../src/editing/releases.ts';

export const publishedPlaces: Place[] = [
  { file: 'retreats/spring-2026/hero.yaml', pointer: '/title' },
  { file: 'words.yaml', pointer: '/notFound/heading' },
];

/** Leaves a publish of two files as a kill after its journal does, before anything is replaced. */
export function interruptPublish(folders: ReleaseFolders) {
  mkdirSync(folders.dist, { recursive: true });
  writeFileSync(join(folders.dist, 'page.html'), 'the first build');
  const drafts = createDrafts(folders);
  const releases = createReleases(folders, drafts);
  for (const place of publishedPlaces)
    drafts.setValue('ada', place, { before: currentValue(drafts.refresh('ada').texts, place), after: 'A new text' });
  const { published, texts, edits } = drafts.refresh('ada');
  const files = filesBetween(published, texts);
  mkdirSync(releases.built);
  writeFileSync(join(releases.built, 'page.html'), 'the new build');
  // A file that is a folder keeps the publish from replacing anything after its journal.
  const obstacle = join(folders.contentFolder, files[0]!.file);
  rmSync(obstacle);
  mkdirSync(obstacle);
  const release = { at: '2026-01-15T15:00:00.000Z', who: 'Ada', changes: [], files };
  expect(() => releases.install(release, { editor: 'ada', edits })).toThrow('completes this one');
  rmSync(obstacle, { recursive: true });
  writeFileSync(obstacle, files[0]!.before!);
  return { drafts, releases, files };
}
