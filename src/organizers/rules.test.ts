import { describe, expect, it } from 'vitest';
import { nameKey, organizerName } from './rules.ts';

describe('the name of an organizer', () => {
  it.each([
    ['a zero-width space', 'Ada\u200B Byron'],
    ['a soft hyphen', 'Ada By\u00ADron'],
    ['a byte order mark at its beginning', '\uFEFFAda Byron'],
    ['a word joiner', 'Ada\u2060 Byron'],
    ['a mark of direction', 'Ada Byron\u200E'],
    ['letters of full width, another case and two spaces', 'ＡＤＡ  Byron'],
  ])('is the same with %s', (_, name) => {
    expect(nameKey(name)).toBe(nameKey('Ada Byron'));
  });

  it.each([
    ['only characters that are not shown', '\u200B\u2060', 'Enter a name'],
    ['only spaces', '  ', 'Enter a name'],
    ['an override of the direction, which shows it reversed', '\u202Enoryb ada', 'Enter a name without invisible control characters'],
    ['a line break', 'Ada\nByron', 'Enter a name without invisible control characters'],
    ['81 characters', 'a'.repeat(81), 'Enter a name of at most 80 characters'],
  ])('cannot have %s', (_, name, message) => {
    expect(organizerName.safeParse(name).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it('can have letters of any script, and a joiner between them', () => {
    for (const name of ['Zoë', '李小龍', 'می\u200Cخواهم', "O'Brien"]) expect(organizerName.parse(name)).toBe(name);
  });
});
