import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/databases.ts';
import { contentFolder } from '../../content/load.ts';
import { createPreview } from './preview.ts';

it('pictures that were waiting when the desk closed start no process again', async () => {
  using temporary = temporaryFolder();
  const preview = createPreview({ workFolder: temporary.folder, base: '/preview/' });
  const waiting = [1, 2, 3].map((number) => preview.readFile(contentFolder(), `/_image?number=${number}`));
  const outcomes = Promise.allSettled(waiting);
  await preview.stop();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(preview.readFile(contentFolder(), '/_image?number=4')).rejects.toThrow('The desk was closed');
});
