/**
 * A separate process that publishes one title after the other, each of them in two files and in a build of many, with a change of a list
 * and a picture, and prints the number of each once it is drafted and once it is live. Usage: `publisher.ts CONTENT_FOLDER DATA_DIR
 * FIRST_NUMBER`.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readTexts } from '../../src/editing/content-files.ts';
import { currentValue } from '../../src/editing/edits.ts';
import type { Place } from '../../src/editing/place.ts';
import { createEditing } from '../../src/editing/editing.ts';

const [contentFolder, dataDir] = process.argv.slice(2) as [string, string];
const editor = { id: 'local', name: 'Ada' };
const places: Place[] = [
  { file: 'retreats/spring-2026/hero.yaml', pointer: '/title' },
  { file: 'words.yaml', pointer: '/notFound/heading' },
];
const portrait: Place = { file: 'retreats/spring-2026/guest-speaker.yaml', pointer: '/portrait' };
const editing = createEditing({
  contentFolder,
  dataDir,
  dist: join(dataDir, 'dist'),
  now: () => new Date(),
  countRegistered: async () => 0,
  countByState: () => Promise.reject(new Error('No retreat moves or is removed')),
  listClosedRetreats: async () => new Set(),
  async build(folders) {
    mkdirSync(folders.out, { recursive: true });
    const title = currentValue(readTexts(folders.contentFolder), places[0]!) as string;
    for (let page = 0; page < 50; page += 1) writeFileSync(join(folders.out, `${page}.html`), title);
  },
});
for (let number = Number(process.argv[4]); ; number += 1) {
  editing.drafts.changeList(editor.id, { file: places[0]!.file, pointer: '/facts' }, { action: 'move', index: 0, to: 1 });
  editing.drafts.setPicture(editor.id, portrait, { bytes: randomBytes(20_000), extension: 'jpg' });
  for (const place of places) {
    const before = currentValue(editing.drafts.refresh(editor.id).texts, place);
    editing.drafts.setValue(editor.id, place, { before, after: `Title ${number}` });
  }
  console.log(`drafted ${number}`);
  await editing.publish(editor);
  while (!['live', 'failed', 'incomplete'].includes(editing.readProgress().state)) await pause(1);
  if (editing.readProgress().state !== 'live') throw new Error(editing.readProgress().message);
  console.log(`live ${number}`);
}
