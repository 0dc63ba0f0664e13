import { expect, test } from 'vitest';
import { ContentCopy } from '../../test/support/content-copy.ts';
import { loadContent } from './load.ts';

test.each([String.raw`\0`, String.raw`\v`, String.raw`\u0007`, String.raw`\x9f`, String.raw`\ud800`, String.raw`\uffff`])(
  'attack: the content check names the field whose text has a character that neither XML nor a mail can hold: %s',
  (escape) => {
    using copy = new ContentCopy();
    copy.edit('retreats/spring-2026/letter.yaml', /( {2}- You know[^\n]*\n {2}- )[^\n]*/u, `$1"Come${escape} in"`);
    expect(() => loadContent(copy.folder)).toThrow(
      /^content\/retreats\/spring-2026\/letter\.yaml: paragraphs\[2\]: this contains invisible control characters, perhaps from pasting; delete it and type it again \(line \d+\)$/u,
    );
  },
);
