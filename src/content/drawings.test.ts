import { expect, it } from 'vitest';
import { ContentCopy } from '../../test/support/content-copy.ts';
import { checkFolder } from './check-folder.ts';

it.each([
  ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g>', 'this file cannot be read as a picture; export it again as SVG'],
  [
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9"/></svg>',
    'the size of this drawing cannot be read; export it again as plain SVG, with a viewBox',
  ],
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0,0,9,9"><path d="M0 0h9v9"/></svg>',
    'the size of this drawing cannot be read; export it again as plain SVG, with a viewBox',
  ],
])('the content check names a drawing that the build cannot read: %s', async (text, problem) => {
  using copy = new ContentCopy().withPictures();
  copy.write('uploads/drawing.svg', text);
  expect((await checkFolder(copy.folder)).text).toContain(`content/uploads/drawing.svg\n  warning  unused: ${problem}\n`);
});

it('attack: the content check names a drawing with the name of a photograph, and does not decode it', async () => {
  using copy = new ContentCopy().withPictures();
  copy.write('uploads/photo.jpg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9"/></svg>');
  expect((await checkFolder(copy.folder)).text).toContain(
    'content/uploads/photo.jpg\n  warning  unused: this file cannot be read as a picture; export it again as JPEG or PNG\n',
  );
});
