/**
 * Completes a publish that was interrupted, before a build: the build has its texts then, and the next start does not find a publish that
 * is older than the build. The argument is the path of the site's data folder. A publish that cannot be completed does not keep the build from
 * being made; the next start of the site says why again.
 */
import { join } from 'node:path';
import { contentFolder } from '../src/content/load.ts';
import { createDrafts } from '../src/editing/drafts.ts';
import { createReleases } from '../src/editing/releases.ts';

const root = join(import.meta.dirname, '..');
const folders = { contentFolder: contentFolder(), dataDir: process.argv[2]!, dist: join(root, 'dist') };
try {
  createReleases(folders, createDrafts(folders)).recover();
} catch (error) {
  console.error((error as Error).message);
}
