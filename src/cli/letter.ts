import { readFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { Option } from 'commander';
import type { Command } from 'commander';
import { secretOf } from '../app/secret.ts';
import { pluralize } from '../content/format.ts';
import { loadContent } from '../content/load.ts';
import { systemSizes } from '../forms/catalog.ts';
import { audience, waitlistStates } from '../letters/audience.ts';
import type { Audience } from '../letters/audience.ts';
import { letterDraft } from '../letters/letter.ts';
import { createLetterService } from '../letters/service.ts';
import type { LetterService } from '../letters/service.ts';
import { Refused } from './cli.ts';
import type { Cli } from './cli.ts';
import { visible } from './output.ts';

interface GroupOptions {
  waitlist?: string;
  state?: string;
  size?: string[];
  since?: string;
  workshop?: string;
  came?: true;
  missed?: true;
  nextWorkshop?: true;
}

interface WriteOptions extends GroupOptions {
  subject: string;
  text: string;
  link?: string;
  linkText?: string;
}

export function register(program: Command, cli: Cli): void {
  const letter = program.command('letter').description('Letters: one mail to a group of founders, which you read before they do.');
  letter
    .command('write')
    .description('Writes a letter to one group. Nobody gets it before "letter send".')
    .requiredOption('--subject <text>', 'the subject; it may hold {firstName}')
    .requiredOption('--text <file>', 'a file with the text, paragraphs separated by an empty line; "-" reads standard input')
    .option('--link <url>', 'where a button below the text leads')
    .option('--link-text <text>', 'the words of the button')
    .option('--waitlist <retreat>', 'to founders on the waitlist of this retreat')
    .addOption(new Option('--state <state>', 'with --waitlist: who are in this state').choices(waitlistStates).default('waiting'))
    .addOption(new Option('--size <size...>', 'with --waitlist: with a system of one of these sizes').choices(systemSizes))
    .option('--since <day>', 'with --waitlist: who joined on or after this day, such as 2026-03-01')
    .option('--workshop <slug>', 'to founders who registered for this workshop, with --came or --missed')
    .option('--came', 'with --workshop: who joined the call')
    .option('--missed', 'with --workshop: who did not')
    .option('--next-workshop', 'to founders who want to hear of the next workshop, and the alumnae')
    .action((options: WriteOptions) => write(cli, options));
  letter
    .command('after-hour')
    .description('Begins two letters after a workshop, to who came and to who missed it, with the replay, the question and the waitlist.')
    .argument('<slug>', 'the name of the workshop’s file without .yaml')
    .action((slug: string) =>
      withLetters(cli, async (letters) => {
        for (const id of await letters.afterHour(slug, null, cli.now())) await show(cli, letters, id);
      }),
    );
  letter
    .command('list')
    .description('Lists the letters, the newest first.')
    .option('--json', 'print a JSON array')
    .action(({ json }: { json?: true }) => list(cli, json));
  letter
    .command('show')
    .description('Prints a letter, the names of who would get it now, and why others would not. Nothing is sent.')
    .argument('<id>', 'the id of a letter, or its first characters')
    .option('--json', 'print {sentence, subject, text, to, leftOut, …}')
    .action((id: string, { json }: { json?: true }) =>
      withLetters(cli, async (letters) => {
        const full = await idOf(cli, letters, id);
        if (json) cli.json(await letters.preview(full, cli.now()));
        else await show(cli, letters, full);
      }),
    );
  for (const [name, description, run] of changes)
    letter
      .command(name)
      .description(description)
      .argument('<id>', 'the id of a letter, or its first characters')
      .action((id: string) => withLetters(cli, async (letters) => cli.say(await run(letters, await idOf(cli, letters, id), cli.now()))));
}

/** The commands that change a letter, and what each prints. */
const changes: [name: string, description: string, run: (letters: LetterService, id: string, now: Date) => Promise<string>][] = [
  [
    'test',
    'Mails a letter to ORGANIZER_EMAIL, as founders will see it. A letter is sent only after that.',
    async (letters, id, now) => `The test goes to ${await letters.test(id, null, now)} when the site runs.`,
  ],
  [
    'send',
    'Sends a letter. It leaves after 60 seconds; until then "letter take-back" stops it.',
    async (letters, id, now) => {
      const { count } = await letters.send(id, null, now);
      return `${pluralize(count, 'founder')} will get it. It leaves in 60 seconds; until then "organizer letter take-back ${id}" stops it.`;
    },
  ],
  [
    'take-back',
    'Takes a letter back within 60 seconds of sending it.',
    async (letters, id, now) => `${pluralize(await letters.takeBack(id, null, now), 'founder')} will not get it.`,
  ],
];

function withLetters(cli: Cli, work: (letters: LetterService) => Promise<void>): Promise<void> {
  const settings = cli.settings();
  const content = loadContent();
  return cli.withStore((store) => work(createLetterService({ ...settings, letters: store.letters, content, secret: secretOf(settings) })));
}

async function write(cli: Cli, { subject, text: file, link, linkText, ...group }: WriteOptions): Promise<void> {
  const text = await readText(cli, file);
  const draft = letterDraft.safeParse({
    subject,
    text: text.split(/\n\s*\n/u).flatMap((paragraph) => paragraph.trim() || []),
    link: link || linkText ? { href: link, text: linkText } : null,
    audience: audienceOf(group),
  });
  if (!draft.success) throw new Refused(draft.error.issues.map(({ message }) => message).join('\n'));
  await withLetters(cli, async (letters) => show(cli, letters, await letters.write(draft.data, null, cli.now())));
}

function readText({ stdin }: Cli, file: string): Promise<string> | string {
  if (file === '-') return textOf(stdin);
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Refused(`${file} cannot be read (${(cause as Error).message})`, { cause });
  }
}

/** Throws Refused unless the options name one group. */
function audienceOf({ waitlist, state, size = [], since = '', workshop, came, missed, nextWorkshop }: GroupOptions): Audience {
  if ([waitlist, workshop, nextWorkshop].filter((named) => named !== undefined).length !== 1)
    throw new Refused('Name one group: --waitlist, --workshop or --next-workshop');
  if (workshop !== undefined && Boolean(came) === Boolean(missed)) throw new Refused('With --workshop give --came or --missed');
  const named =
    waitlist !== undefined
      ? { of: 'waitlist', retreat: waitlist, state, sizes: size, since }
      : workshop === undefined
        ? { of: 'next-workshop' }
        : { of: 'workshop', workshop, attendance: came ? 'came' : 'missed' };
  const { data, error } = audience.safeParse(named);
  if (!data) throw new Refused(error.issues.map(({ message }) => message).join('\n'));
  return data;
}

/** Returns the whole id of a letter. Throws Refused unless exactly one letter's id begins so. */
async function idOf(cli: Cli, letters: LetterService, prefix: string): Promise<string> {
  const found = (await letters.list(cli.now())).filter(({ id }) => id.startsWith(prefix));
  if (found.length === 1) return found[0]!.id;
  const problem = found.length === 0 ? 'no letter has this id' : 'several letters have ids that begin so; write more of it';
  throw new Refused(`${visible(prefix)}: ${problem}. "organizer letter list" lists them`);
}

async function list(cli: Cli, json?: true): Promise<void> {
  await withLetters(cli, async (letters) => {
    const found = await letters.list(cli.now());
    if (json) return cli.json(found);
    await cli.table(
      { heading: ['Id', 'Sent', 'Founders', 'Subject', 'Group'], uncut: 1, empty: 'There are no letters yet' },
      found.map(({ id, sentAt, recipients, subject, sentence }) => [
        id,
        sentAt ? cli.localTime(sentAt) : 'not sent',
        String(recipients),
        subject,
        sentence,
      ]),
    );
  });
}

async function show(cli: Cli, letters: LetterService, id: string): Promise<void> {
  const { subject, text, sentence, to, leftOut } = await letters.preview(id, cli.now());
  const lines = [
    `Letter ${id}`,
    `Subject: ${visible(subject)}`,
    ...text.map(visible),
    `To: ${sentence}`,
    `${pluralize(to.length, 'founder')} would get it now.`,
    ...to.map(({ name, email }) => `  ${visible(name)} <${visible(email)}>`),
    ...leftOut.map(({ name, reason }) => `  left out, ${reason}: ${visible(name)}`),
  ];
  for (const line of lines) cli.say(line);
}
