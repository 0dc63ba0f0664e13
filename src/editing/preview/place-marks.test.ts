import { expect, it } from 'vitest';
import { z } from 'zod';
import { markTexts } from '../../content/marks.ts';
import { day, words, zone } from '../../content/schemas/parts.ts';
import { placeMarks } from './place-marks.ts';

const schema = z.strictObject({ title: words('the title'), on: day, zone, list: z.array(words('a point')) });
const data = { title: 'Hello', on: '2027-01-02', zone: 'America/Chicago', list: ['one', 'two'] };
const marked = markTexts('a.yaml', schema, data, data);
const body = (html: string) => /<body>(.*)<\/body>/su.exec(placeMarks(html, '/preview'))?.[1];

it('markTexts marks words, and no dates or time zones', () => {
  expect(marked.title).not.toBe('Hello');
  expect(marked).toMatchObject({ on: '2027-01-02', zone: 'America/Chicago' });
});

it('placeMarks puts the place of a text on its element, and wraps texts that share an element', () => {
  expect(body(`<h1>${marked.title}</h1>`)).toBe('<h1 data-at="a.yaml#/title">Hello</h1>');
  expect(body(`<p>${marked.list[0]}, ${marked.list[1]}.</p>`)).toBe(
    '<p><content-text data-at="a.yaml#/list/0">one</content-text>, <content-text data-at="a.yaml#/list/1">two</content-text>.</p>',
  );
});

it('placeMarks puts the place of a sentence on the element if the sentence contains the value of a placeholder or is split by an element', () => {
  const sentence = markTexts('b.yaml', z.strictObject({ text: words('x') }), { text: 'In {season}.' }, { text: 'In {season}.' });
  expect(body(`<p>${sentence.text.replace('{season}', marked.title)}</p>`)).toBe('<p data-at="b.yaml#/text">In Hello.</p>');
  expect(body(`<p>${marked.title.replace('ell', '<b>ell</b>')}</p>`)).toBe('<p data-at="a.yaml#/title">H<b>ell</b>o</p>');
});

it('placeMarks names the place of an attribute that people read, and removes every other mark', () => {
  expect(body(`<img alt="${marked.title}" src="/x"><a href="${marked.title}">x</a>`)).toBe(
    '<img alt="Hello" src="/x" data-at-alt="a.yaml#/title"><a href="Hello">x</a>',
  );
  expect(placeMarks(`<script>"${marked.title}"</script>`, '')).not.toContain('script');
});
