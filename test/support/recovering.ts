/** A separate process that completes or rolls back a publish, as a start of the site does. Usage: `recovering.ts CONTENT_FOLDER DATA_DIR`. */
import { join } from 'node:path';
import { createDrafts } from '../../src/editing/drafts.ts';
import { createReleases } from '../../src/editing/releases.ts';

const [contentFolder, dataDir] = process.argv.slice(2) as [string, string];
const folders = { contentFolder, dataDir, dist: join(dataDir, 'dist') };
createReleases(folders, createDrafts(folders)).recover();
