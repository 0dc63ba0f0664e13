/**
 * Completes a publish that was interrupted, before a build: the build has its texts then, and the next start does not find a publish that
 * is older than the build. The argument is the path of the site's data folder. If the publish cannot be completed, the exit code is 1, and
 * the message says why and what to do.
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
  console.error(
    `${(error as Error).message}
Until this publish is completed, no pages are built, since ${folders.contentFolder} may have only some of its texts, and dist stays as it is.
Remove the cause, and run this command again. To build the texts as they are now instead, delete ${folders.dataDir}/content-publish.json.`,
  );
  process.exit(1);
}
