import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEditing } from '../../test/support/editing.ts';

let editing: Awaited<ReturnType<typeof startEditing>>;
beforeEach(async () => {
  editing = await startEditing();
});
afterEach(() => editing[Symbol.asyncDispose]());

const place = { file: 'retreats/spring-2026/guest-speaker.yaml', pointer: '/portrait/src' };

it('a publish is not undone if a picture that it replaced was deleted', async () => {
  const ada = await editing.as('Ada');
  const replaced = (await ada.readValue(place)) as string;
  editing.copy.copy(replaced, '/uploads/new.svg');
  await ada.set('/uploads/new.svg', place);
  expect(await ada.publish()).toMatchObject({ state: 'live' });
  editing.copy.delete(replaced);
  const message = expect.stringMatching(/^Nothing was undone: there is no file content\/uploads\//u) as string;
  expect(await ada.publish({}, '/undo-publish')).toMatchObject({ message });
});

it('a publish has the picture that its draft began to use before it was deleted as unused', async () => {
  const ada = await editing.as('Ada');
  editing.copy.write('uploads/old.svg', 'A drawing');
  await ada.set('/uploads/old.svg', place);
  editing.copy.delete('uploads/old.svg');
  expect(await ada.publish()).toMatchObject({ state: 'live' });
  expect(editing.copy.read('uploads/old.svg')).toBe('A drawing');
});
