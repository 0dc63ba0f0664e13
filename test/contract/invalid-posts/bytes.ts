import { wires } from './invalid-post.ts';
import type { InvalidPost } from './invalid-post.ts';

const notUtf8 = {
  'a lone high surrogate': '%ED%A0%80',
  'a lone low surrogate': '%ED%B0%80',
  'a pair of surrogates (CESU-8)': '%ED%A0%BD%ED%B8%80',
  'a byte that UTF-8 never uses': '%FF',
  'the byte order mark of UTF-16': '%FE%FF',
  'a truncated sequence': '%E2%82',
  'a truncated sequence before a letter': '%C3a',
  'a lone continuation byte': '%80',
  'a slash in two bytes': '%C0%AF',
  'a slash in three bytes': '%E0%80%AF',
  'a slash in four bytes': '%F0%80%80%AF',
  'NUL in two bytes': '%C0%80',
  'more than U+10FFFF': '%F4%90%80%80',
  'five bytes': '%F8%88%80%80%80',
  'Latin-1': 'caf%E9',
  'Latin-1 without percent-encoding': 'caf\u00e9',
};

const invalidUtf8: InvalidPost[] = Object.entries(notUtf8).map(([name, bytes]) => ({
  name,
  more: `${wires.questions}=a${bytes}b`,
  status: 422,
  message: /damaged on the way/u,
}));

const unusual: InvalidPost[] = [
  {
    name: 'a lone percent sign',
    more: `${wires.questions}=100%`,
    answers: { [wires.questions]: '100%' },
    status: 303,
    stored: 'accepted',
  },
  {
    name: 'percent signs without hexadecimal digits',
    more: `${wires.questions}=%zz%4`,
    answers: { [wires.questions]: '%zz%4' },
    status: 303,
    stored: 'accepted',
  },
  {
    name: 'UTF-8 without percent-encoding',
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
  { name: 'empty pairs', more: '&&&=&=x&', status: 303, stored: 'accepted' },
  { name: 'a semicolon as a separator', more: 'x=1;inf_field_FirstName=Mallory', status: 303, stored: 'accepted' },
  { name: 'invalid UTF-8 in a campaign parameter, which a visitor cannot fix', more: 'utm_source=%FF', status: 303, stored: 'accepted' },
  { name: 'invalid UTF-8 in the name of an unknown field', more: '%FF%C0%80=%FF', status: 303, stored: 'accepted' },
  { name: 'an empty body', body: () => '', status: 422, message: /Enter your first name/u },
  { name: 'JSON', body: () => '{"inf_field_FirstName":"Ottoline"}', status: 422, message: /Enter your first name/u },
  { name: 'a body of NUL bytes', body: () => '\0'.repeat(1000), status: 422 },
  { name: 'every byte value', body: () => String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte)), status: 422 },
];

export const bytes = [...invalidUtf8, ...unusual];
