import type { Command } from 'commander';
import { pluralize } from '../content/format.ts';
import { loadContent } from '../content/load.ts';
import { identicalQuestions, type IdenticalQuestions } from '../workshops/identical-questions.ts';
import { dateWithYear } from '../workshops/phases.ts';
import { createRunSheet, type RunSheet } from '../workshops/run-sheet.ts';
import type { Cli } from './cli.ts';
import { requireWorkshop } from './content-items.ts';
import { visible } from './output.ts';

export function register(program: Command, cli: Cli): void {
  program
    .command('questions')
    .description('Prints the speaker’s run sheet: who is asking what, with similar questions grouped together.')
    .argument('[workshop]', 'the name of the workshop’s file without .yaml (default: the workshop that the page shows)')
    .option('--json', 'print {workshop, registered, feedback, groups}; groups is an array of arrays of {question, name, brand, systemSize}')
    .action((slug: string | undefined, options: { json?: true }) => printRunSheet(cli, slug, options));
}

async function printRunSheet(cli: Cli, named: string | undefined, { json }: { json?: true }): Promise<void> {
  const content = loadContent();
  const slug = named === undefined ? undefined : requireWorkshop(content, named).slug;
  // The content has this workshop, so there is a run sheet.
  const sheet = (await cli.withStore((store) => createRunSheet(store, content, slug, cli.now())))!;
  if (json) cli.json(sheet);
  else cli.say(formatRunSheet(sheet));
}

/** Before each question is a box to check, even on paper. Its other lines and who asked it are indented under it. */
function formatRunSheet({ workshop, registered, feedback, groups }: RunSheet): string {
  const count = groups.flat().length;
  const head = [
    `${workshop.title}, ${dateWithYear(workshop)}, ${workshop.timeText}`,
    `${pluralize(registered, 'founder')} registered, ${pluralize(count, 'question')}`,
  ];
  const body = count === 0 ? ['', 'No questions yet'] : groups.flatMap(groupLines);
  const answers = [...Map.groupBy(feedback, ({ question }) => question).values()];
  return [...head, ...body, ...answers.flatMap(feedbackLines)].join('\n');
}

type Question = RunSheet['groups'][number][number];

function groupLines(group: Question[]): string[] {
  const heading = group.length > 1 ? [`── ${group.length} similar questions ──`] : [];
  return ['', ...heading, ...identicalQuestions(group).flatMap(questionLines)];
}

function questionLines({ question, askers }: IdenticalQuestions<Question>): string[] {
  const [first = '', ...rest] = question.split(/\r?\n/u).map(visible);
  const times = askers.length > 1 ? ` ×${askers.length}` : '';
  const names = askers.map(({ name, brand, systemSize }) => `${visible(name)}, ${visible(brand)}, ${visible(systemSize)}`);
  return [`[ ] ${first}${times}`, ...[...rest, ...names].map((line) => `    ${line}`)];
}

const feedbackLines = (answers: RunSheet['feedback']): string[] => [
  '',
  answers[0]!.question,
  ...answers.map(({ answer, count }) => `${String(count).padStart(5)}  ${answer}`),
];
