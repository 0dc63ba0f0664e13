import { wires } from './invalid-post.ts';
import type { InvalidPost } from './invalid-post.ts';

const { first, last, email, brand, phone, size, questions, bring, slack } = wires;

const typed = [
  [first, /Enter your first name/u],
  [last, /Enter your last name/u],
  [email, /Enter your email address/u],
  [brand, /Enter the name of your brand/u],
  [phone, /Enter your phone number/u],
] as const;

const nothing: [string, string | undefined][] = [
  ['missing', undefined],
  ['empty', ''],
  ['of white space', ' \u00a0\u3000 '],
  ['of zero width', '\u200b\u200d\u2060\ufeff'],
];

/** Required fields without visible text. */
const empty: InvalidPost[] = [
  ...typed.flatMap(([wire, message]) =>
    nothing.map(([kind, value]) => ({ name: `${wire} is ${kind}`, answers: { [wire]: value }, status: 422, message })),
  ),
  ...nothing.map(([kind, value]) => ({
    name: `the size is ${kind}`,
    answers: { [size]: value },
    status: 422,
    message: /Choose the size/u,
  })),
  ...['\u2800', '\u3164', '\u00ad', '\u{e0041}', '\u180e', '\ufe0f', '\u202e'].map((letter) => ({
    name: `a name without visible characters: U+${letter.codePointAt(0)?.toString(16)}`,
    answers: { [first]: letter },
    status: 422,
    message: /Enter your first name/u,
  })),
];

const control: InvalidPost[] = [
  ...typed.map(([wire]) => ({
    name: `NUL in ${wire}`,
    answers: { [wire]: 'a\0b@example.com' },
    status: 422,
    message: /control characters/u,
  })),
  ...['\u0007', '\u001b[2J', '\u007f', '\u0085', '\u009f', '\t', '\n'].map((text) => ({
    name: `a control character in a name: ${JSON.stringify(text)}`,
    answers: { [first]: `Otto${text}line` },
    status: 422,
    message: /control characters/u,
  })),
  { name: 'NUL in a long answer', answers: { [questions]: 'a\0b' }, status: 422, message: /control characters/u },
  {
    name: 'a mail header in a name',
    answers: { [first]: 'Ottoline\r\nBcc: all@example.com' },
    status: 422,
    message: /control characters/u,
  },
  { name: 'a mail header after an address', answers: { [email]: 'a@example.com\r\nBcc: b@example.com' }, status: 422 },
];

const family = '👩‍👩‍👧‍👦';
const longest = (wire: string, max: number, unit: string, form?: 'waitlist'): InvalidPost[] => {
  const full = unit
    .repeat(Math.floor(max / [...unit].length))
    .padEnd(unit.length * Math.floor(max / [...unit].length) + (max % [...unit].length), 'x');
  const about = { ...(form && { form }) };
  return [
    { ...about, name: `${max} of ${JSON.stringify(unit)} in ${wire}`, answers: { [wire]: full }, status: 303, stored: 'accepted' },
    {
      ...about,
      name: `${max + 1} of ${JSON.stringify(unit)} in ${wire}`,
      answers: { [wire]: `${full}x` },
      status: 422,
      message: /Shorten this to/u,
    },
  ];
};

const domain = `@${'d'.repeat(60)}.example.com`;
const lengths: InvalidPost[] = [
  ...['x', '🏡', 'e\u0301', family].flatMap((unit) => longest(first, 100, unit)),
  ...longest(last, 100, '𝒜'),
  ...longest(brand, 200, 'ü'),
  ...longest(phone, 40, '1'),
  ...longest(questions, 5000, '🏡'),
  ...longest(bring, 2000, '\u0308', 'waitlist'),
  { name: 'an address of 254 characters', answers: { [email]: 'a'.repeat(254 - domain.length) + domain }, status: 303, stored: 'accepted' },
  {
    name: 'an address of 255 characters',
    answers: { [email]: 'a'.repeat(255 - domain.length) + domain },
    status: 422,
    message: /Shorten this to 254/u,
  },
];

const wrongAddresses = (message: RegExp, addresses: string[]): InvalidPost[] =>
  addresses.map((address) => ({ name: `the address ${JSON.stringify(address)}`, answers: { [email]: address }, status: 422, message }));

const addresses: InvalidPost[] = [
  wrongAddresses(/Enter an email address like name@example\.com, without spaces/u, [
    'plain',
    '@example.com',
    'a@',
    'a@b',
    'a b@example.com',
    'a@-example.com',
    'a@example-.com',
    'a@exa_mple.com',
    'a@[127.0.0.1]',
    '"a b"@example.com',
    'a@b@example.com',
    'a@x.example, b@x.example',
    'Ottoline <a@example.com>',
    'mailto:a@example.com',
    ' a@example.com',
    'a@example.com ',
    `a@${'d'.repeat(64)}.com`,
    'a@example.com;b@example.com',
    'a@exa%00mple.com',
  ]),
  wrongAddresses(/like name@example\.com, without a dot at the beginning or the end, beside the @ or beside another dot/u, [
    'a@example..com',
    'a@example.com.',
    'a@.example.com',
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
  ]),
  wrongAddresses(/like name@example\.com, with only the letters a to z, digits and symbols; “[éä＠。\u0430]” isn’t one of them/u, [
    'a@éxample.com',
    'ä@example.com',
    'a＠example.com',
    'a@example。com',
    // A Cyrillic letter that looks like a Latin one.
    '\u0430@example.com',
  ]),
  wrongAddresses(/like name@example\.com; this one contains invisible characters/u, ['a@exam\u200bple.com']),
].flat();

const choices: InvalidPost[] = [
  ...['Please select one', '7 Units', '1-10 units', ' 1-10 Units', '1–10 Units', '<option>', '1-10 Units\0'].map((choice) => ({
    name: `the size ${JSON.stringify(choice)}`,
    answers: { [size]: choice },
    status: 422,
    message: /from the list/u,
  })),
  ...['on', '', '1513', '1512 ', 'true'].map((value) => ({
    name: `a box of ${JSON.stringify(value)}`,
    answers: { [slack]: value },
    status: 422,
    message: /Check the box or leave it empty/u,
  })),
];

export const texts = [...empty, ...control, ...lengths, ...addresses, ...choices];
