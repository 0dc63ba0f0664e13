import { wires } from './bad-post.ts';
import type { BadPost } from './bad-post.ts';

const notUtf8 = {
  'a lone high surrogate': '%ED%A0%80',
  'a lone low surrogate': '%ED%B0%80',
  'a pair of surrogates (CESU-8)': '%ED%A0%BD%ED%B8%80',
  'a byte that UTF-8 has not': '%FF',
  'the byte order mark of UTF-16': '%FE%FF',
  'a sequence that breaks off': '%E2%82',
  'a sequence that breaks off before a letter': '%C3a',
  'a continuation alone': '%80',
  'a slash in two bytes': '%C0%AF',
  'a slash in three bytes': '%E0%80%AF',
  'a slash in four bytes': '%F0%80%80%AF',
  'NUL in two bytes': '%C0%80',
  'more than U+10FFFF': '%F4%90%80%80',
  'five bytes': '%F8%88%80%80%80',
  'Latin-1': 'caf%E9',
  'Latin-1, not even encoded': 'caf\u00e9',
};

const damaged: BadPost[] = Object.entries(notUtf8).map(([name, bytes]) => ({
  name,
  more: `${wires.questions}=a${bytes}b`,
  status: 422,
  says: /arrived damaged/u,
}));

const odd: BadPost[] = [
  {
    name: 'a percent sign alone',
    more: `${wires.questions}=100%`,
    answers: { [wires.questions]: '100%' },
    status: 303,
    stored: 'accepted',
  },
  {
    name: 'a percent sign before no number',
    more: `${wires.questions}=%zz%4`,
    answers: { [wires.questions]: '%zz%4' },
    status: 303,
    stored: 'accepted',
  },
  {
    name: 'UTF-8 that is not even encoded',
    more: `${wires.questions}=\u00c3\u00a9`,
    answers: { [wires.questions]: 'é' },
    status: 303,
    stored: 'accepted',
  },
  {
    name: 'a byte order mark',
    more: `${wires.questions}=%EF%BB%BFx`,
    answers: { [wires.questions]: '\ufeffx' },
    status: 303,
    stored: 'accepted',
  },
  { name: 'separators with nothing between them', more: '&&&=&=x&', status: 303, stored: 'accepted' },
  { name: 'a semicolon for a separator', more: 'x=1;inf_field_FirstName=Mallory', status: 303, stored: 'accepted' },
  { name: 'damaged bytes in a campaign, which she cannot mend', more: 'utm_source=%FF', status: 303, stored: 'accepted' },
  { name: 'damaged bytes in a name that nobody knows', more: '%FF%C0%80=%FF', status: 303, stored: 'accepted' },
  { name: 'nothing at all', body: () => '', status: 422, says: /Enter your first name/u },
  { name: 'JSON', body: () => '{"inf_field_FirstName":"Ottoline"}', status: 422, says: /Enter your first name/u },
  { name: 'NUL for a body', body: () => '\0'.repeat(1000), status: 422 },
  { name: 'every byte there is', body: () => String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte)), status: 422 },
];

export const bytes = [...damaged, ...odd];
