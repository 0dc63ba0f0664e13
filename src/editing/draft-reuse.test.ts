import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startEditing, title } from '../../test/support/editing.ts';
import { loadContent } from '../content/load.ts';
import { pictureFolder } from './drafts.ts';
import { applied } from './edits.ts';

// Both run as they are, and are counted.
vi.mock('../content/load.ts', { spy: true });
vi.mock('./edits.ts', { spy: true });

let editing: Awaited<ReturnType<typeof startEditing>>;
beforeEach(async () => {
  editing = await startEditing();
});
afterEach(() => editing[Symbol.asyncDispose]());

/** Returns how many edits were made, and how often the content was loaded. */
const counts = () => [vi.mocked(applied).mock.calls.length, vi.mocked(loadContent).mock.calls.length];

it('a save makes its one edit and loads the content once, however many edits are in the draft, and what the desk asks next does neither', async () => {
  const ada = await editing.as('Ada');
  for (const words of ['One', 'Two', 'Three']) await ada.set(words);
  const before = await ada.valueOf();
  vi.mocked(loadContent).mockClear();
  vi.mocked(applied).mockClear();
  const saved = await ada.send('PUT', '/value', { ...title, value: 'Four', before });
  expect(saved.body).toMatchObject({ edits: 4, findings: [] });
  expect(counts()).toEqual([1, 1]);

  expect(await ada.valueOf()).toBe('Four');
  for (const path of ['', '/list', '/list/not-found/fields']) expect((await ada.send('GET', path)).status).toBe(200);
  expect(counts()).toEqual([1, 1]);
});

it('a draft has the pictures that were published since it was begun', async () => {
  const bea = await editing.as('Bea');
  await bea.set('The title of Bea');
  const src = `/${pictureFolder}/0123456789abcdef.jpg`;
  mkdirSync(dirname(join(editing.copy.folder, src)), { recursive: true });
  writeFileSync(join(editing.copy.folder, src), 'a picture');
  editing.copy.edit('retreats/spring-2026/guest-speaker.yaml', /src: \S+/u, `src: ${src}`);
  expect(await bea.publish()).toMatchObject({ state: 'live' });
});
