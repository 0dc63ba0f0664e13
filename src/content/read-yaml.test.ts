import { expect, test } from 'vitest';
import { ContentCopy } from '../../test/support/content-copy.ts';
import { loadContent } from './load.ts';

test.each([String.raw`\0`, String.raw`\v`, String.raw`\u0007`, String.raw`\x9f`, String.raw`\ud800`, String.raw`\uffff`])(
  'attack: the content check names the field whose text has a character that neither XML nor an email can hold: %s',
  (escape) => {
    using copy = new ContentCopy();
    copy.edit('retreats/spring-2026/letter.yaml', /( {2}- You know[^\n]*\n {2}- )[^\n]*/u, `$1"Come${escape} in"`);
    expect(() => loadContent(copy.folder)).toThrow(
      /^content\/retreats\/spring-2026\/letter\.yaml: paragraphs\[2\]: this contains invisible control characters, perhaps from pasting; delete it and type it again \(line \d+\)$/u,
    );
  },
);

test.each(['&a [*a]', '&a {b: {c: *a}}'])('attack: the content check names a field that is repeated within itself: %s', (value) => {
  using copy = new ContentCopy();
  copy.edit('retreats/spring-2026/letter.yaml', /^heading:.*$/mu, `heading: ${value}`);
  expect(() => loadContent(copy.folder)).toThrow(
    'content/retreats/spring-2026/letter.yaml: a field is repeated within itself with & and *; write its words out instead',
  );
});

test('attack: a tag of YAML for bytes leaves a text as it is written', () => {
  using copy = new ContentCopy();
  copy.edit('retreats/spring-2026/letter.yaml', /^heading:.*$/mu, 'heading: !!binary aGk=');
  expect(loadContent(copy.folder).retreats[0]!.letter.heading).toBe('aGk=');
});
