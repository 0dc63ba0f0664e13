import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/databases.ts';
import { contentFolder, loadContent } from '../../content/load.ts';
import { previewPages } from './pages.ts';
import { createPreview } from './preview.ts';

it('pictures that were waiting when the desk closed start no process again', async () => {
  using temporary = temporaryFolder();
  const preview = createPreview({ workFolder: temporary.folder, base: '/preview/' });
  const waiting = [1, 2, 3].map((number) => preview.file(contentFolder(), `/_image?number=${number}`));
  const outcomes = Promise.allSettled(waiting);
  await preview.stop();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(preview.file(contentFolder(), '/_image?number=4')).rejects.toThrow('The desk was closed');
});

it('the preview rewrites light-dark() for browsers without it, as a build does', async () => {
  using temporary = temporaryFolder();
  const notFound = previewPages(loadContent()).find(({ id }) => id === 'not-found')!;
  const preview = createPreview({ workFolder: temporary.folder, base: '/preview/' });
  try {
    const { status, body } = await preview.page(contentFolder(), notFound);
    const html = body.toString();
    expect(status).toBe(200);
    expect(html).toContain('--ground');
    expect(html).not.toContain('light-dark(');
  } finally {
    await preview.stop();
  }
});
