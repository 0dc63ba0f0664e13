import type { Command } from 'commander';
import { loadSecret } from '../app/secret.ts';
import { pluralize } from '../content/format.ts';
import { loadContent } from '../content/load.ts';
import { createLetterService, type LetterService } from '../letters/service.ts';
import type { SeenLetter } from '../letters/stored-letter.ts';
import { Refused } from '../refused.ts';
import type { Cli } from './cli.ts';
import { confirmOnTerminal } from './confirm.ts';
import { addDraftOptions, draftFrom, type DraftOptions } from './letter-draft.ts';
import { readSingleMatch } from './find-by-id.ts';
import { visible } from './output.ts';
import { notEmpty } from './parsers.ts';

const idHelp = 'the id of a letter, or its first characters';

export function register(program: Command, cli: Cli): void {
  const letter = program.command('letter').description('Letters: an email to a group of founders, which you read before it is sent.');
  addDraftOptions(
    letter
      .command('write')
      .description('Writes a letter to one group. Nobody gets it until "letter send".')
      .requiredOption('--subject <text>', 'the subject, which may contain {firstName}')
      .requiredOption(
        '--text <file>',
        'a file with the text, its paragraphs separated by an empty line; "-" reads standard input',
        notEmpty,
      ),
  ).action(async (options: DraftOptions) => {
    const draft = await draftFrom(cli, options);
    await withLetters(cli, async (letters) => show(cli, letters, await letters.write(draft, 'organizer', cli.now())));
  });
  addDraftOptions(
    letter
      .command('change')
      .description(
        'Changes the text or the group of a letter that has not been sent. What you leave out stays as it is; if you name another retreat or workshop, give its options too.',
      )
      .argument('<id>', idHelp)
      .option('--subject <text>', 'another subject')
      .option('--text <file>', 'a file with another text; "-" reads standard input', notEmpty),
  )
    .option('--no-link', 'remove the button')
    .option('--no-size', 'with --waitlist: founders with a system of any size')
    .option('--no-since', 'with --waitlist: founders who joined on any day')
    .action((id: string, options: DraftOptions) =>
      withLetters(cli, async (letters) => {
        const before = await readLetter(cli, letters, id);
        await letters.revise(before, await draftFrom(cli, options, before), 'organizer', cli.now());
        await show(cli, letters, before.id);
      }),
    );
  letter
    .command('after-hour')
    .description(
      'Creates two letters after a workshop, to the founders who came and to those who missed it: with the replay and the question if the workshop has them, and for those who are not on the waitlist with the link to its form.',
    )
    .argument('<slug>', 'the name of the workshop’s file without .yaml')
    .action((slug: string) =>
      withLetters(cli, async (letters) => {
        for (const id of await letters.beginAfterWorkshop(slug, 'organizer', cli.now())) await show(cli, letters, id);
      }),
    );
  letter
    .command('list')
    .description('Lists the letters, newest first.')
    .option('--json', 'print a JSON array of {id, subject, sentence, sentAt, recipients, undelivered, …}')
    .action((options: { json?: true }) => list(cli, options));
  letter
    .command('show')
    .description('Prints a letter, the founders who would get it now, and why others would not. Nothing is sent.')
    .argument('<id>', idHelp)
    .option('--json', 'print {sentence, subject, text, refusal, to, leftOut, …}')
    .action((id: string, { json }: { json?: true }) =>
      withLetters(cli, async (letters) => {
        const { id: full } = await readLetter(cli, letters, id);
        if (json) cli.json(await letters.preview(full, cli.now()));
        else await show(cli, letters, full);
      }),
    );
  letter
    .command('delete')
    .description('Deletes a letter that has not been sent.')
    .argument('<id>', idHelp)
    .option('--yes', 'do not ask')
    .action((id: string, { yes }: { yes?: true }) =>
      withLetters(cli, async (letters) => {
        const seen = await readLetter(cli, letters, id);
        await confirmOnTerminal(cli, `Delete the letter "${visible(seen.subject)}" (to: ${visible(seen.sentence)})?`, { yes });
        await letters.delete(seen);
        cli.say('The letter is deleted.');
      }),
    );
  for (const [name, { description, run }] of Object.entries(changes))
    letter
      .command(name)
      .description(description)
      .argument('<id>', idHelp)
      .action((id: string) =>
        withLetters(cli, async (letters) => cli.say(await run(letters, await readLetter(cli, letters, id), cli.now()))),
      );
}

interface LetterChange {
  description: string;
  /** Changes the letter, and returns what is printed. */
  run: (letters: LetterService, letter: SeenLetter, now: Date) => Promise<string>;
}

/** The commands that change a letter, by their names. */
const changes: Record<string, LetterChange> = {
  test: {
    description: 'Emails a letter to ORGANIZER_EMAIL, as founders will see it. A letter can only be sent after that.',
    run: async (letters, letter, now) => `The test goes to ${await letters.test(letter, 'organizer', now)} while the site is running.`,
  },
  send: {
    description: 'Sends a letter. It goes out after 60 seconds; until then, "letter take-back" stops it.',
    async run(letters, letter, now) {
      const { count } = await letters.send(letter, 'organizer', now);
      return `${pluralize(count, 'founder')} will get it. It goes out in 60 seconds; until then, "organizer letter take-back ${letter.id}" stops it.`;
    },
  },
  'take-back': {
    description: 'Takes a letter back within 60 seconds of sending it, before it goes out.',
    run: async (letters, { id }, now) => `${pluralize((await letters.takeBack(id, 'organizer', now)).count, 'founder')} will not get it.`,
  },
};

function withLetters(cli: Cli, work: (letters: LetterService) => Promise<void>): Promise<void> {
  const settings = cli.settings();
  const content = loadContent();
  return cli.withStore((store) =>
    work(createLetterService({ ...settings, letters: store.letters, content: () => content, secret: loadSecret(settings) })),
  );
}

/** Returns the letter whose id starts with `typed`. Throws Refused unless there is exactly one. */
function readLetter(cli: Cli, letters: LetterService, typed: string) {
  return readSingleMatch(
    typed,
    async (start) => (await letters.list(cli.now())).filter(({ id }) => id.startsWith(start)),
    () => new Refused(`${visible(typed)}: no letter has this id; "organizer letter list" shows the ids`),
  );
}

async function list(cli: Cli, { json }: { json?: true }): Promise<void> {
  await withLetters(cli, async (letters) => {
    const rows = await letters.list(cli.now());
    if (json) return cli.json(rows);
    await cli.table(
      { heading: ['ID', 'Sent', 'Founders', 'Subject', 'Group'], uncut: 1, empty: 'There are no letters yet' },
      rows.map(({ id, sentAt, recipients, subject, sentence }) => [
        id,
        sentAt ? cli.localTime(sentAt) : 'not sent',
        sentAt ? String(recipients) : '',
        subject,
        sentence,
      ]),
    );
  });
}

async function show(cli: Cli, letters: LetterService, id: string): Promise<void> {
  const { subject, text, question, link, sentence, refusal, to, leftOut, lacksPostalAddress } = await letters.preview(id, cli.now());
  const lines = [
    `Letter ${id}`,
    `Subject: ${visible(subject)}`,
    ...text.map(visible),
    ...(question ? [...question.text.map(visible), `Button: ${visible(question.button)}, the question of the workshop`] : []),
    ...(link ? [`${question ? 'Link' : 'Button'}: ${visible(link.text)}, ${visible(link.href)}`] : []),
    `To: ${sentence}`,
    refusal === null ? `${pluralize(to.length, 'founder')} would get it now.` : `Nobody can get it now: ${refusal}`,
    ...to.map(({ name, email }) => `  ${visible(name)} <${visible(email)}>`),
    ...leftOut.map(({ name, reason }) => `  left out, ${reason}: ${visible(name)}`),
    ...(lacksPostalAddress
      ? ['It cannot be sent before content/site.yaml has a postalAddress, which the law on commercial email requires in every letter.']
      : []),
  ];
  for (const line of lines) cli.say(line);
}
