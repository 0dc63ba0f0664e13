import { expect, test } from 'vitest';
import { loadContent } from './load.ts';
import { ContentCopy } from '../../test/support/content-copy.ts';

const gallery = 'retreats/spring-2026/gallery.yaml';
const firstPicture = '/uploads/gallery/01-arrival.svg';

const accepted = 'in content/uploads that ends in .svg, .png, .jpg, .jpeg, .webp or .avif, for example /uploads/';

test.each(['table.jpg', '/uploads/../site.svg', '/uploads/gallery/01.gif', '/uploads/gallery/01.heic', '/uploads/gallery/01.JPG'])(
  'the address of a picture that cannot be %s is refused with the endings that it can have',
  (address) => {
    using copy = new ContentCopy();
    copy.edit(gallery, firstPicture, address);
    expect(() => loadContent(copy.folder)).toThrow(`pictures[1].src: write the address of a picture ${accepted}gallery/01-arrival.svg`);
  },
);

test('a poster of a replay that is a HEIC file is refused with the endings that it can have', () => {
  using copy = new ContentCopy();
  copy.edit(
    'speaker-series/relationships-that-power-your-brand.yaml',
    /^speaker:$/mu,
    `replay:
  video: /uploads/replays/talk.webm
  captions: /uploads/replays/talk.vtt
  poster: /uploads/replays/talk.heic
  transcript: [Welcome.]
speaker:`,
  );
  expect(() => loadContent(copy.folder)).toThrow(`replay.poster: name a picture ${accepted}replays/talk.jpg`);
});
