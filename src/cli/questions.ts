import type { Command } from 'commander';
import { pluralize } from '../content/format.ts';
import { loadContent } from '../content/load.ts';
import { identicalQuestions } from '../workshops/identical-questions.ts';
import { dateWithYear } from '../workshops/phases.ts';
import { createRunSheet, type RunSheet } from '../workshops/run-sheet.ts';
import type { Cli } from './cli.ts';
import { findWorkshop } from './content-items.ts';
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
  const slug = named === undefined ? undefined : findWorkshop(content, named).slug;
  // The content has this workshop, so there is a run sheet.
  const sheet = (await cli.withStore((store) => createRunSheet(store, content, slug, cli.now())))!;
  if (json) cli.json(sheet);
  else cli.say(formatRunSheet(sheet));
}

const answerLine = ({ answer, count }: RunSheet['feedback'][number]) => `${String(count).padStart(5)}  ${answer}`;

/** A box to check before each question, and its lines indented under it: good on paper too. */
function formatRunSheet({ workshop, registered, feedback, groups }: RunSheet): string {
  const count = groups.flat().length;
  const head = [
    `${workshop.title}, ${dateWithYear(workshop)}, ${workshop.timeText}`,
    `${pluralize(registered, 'founder')} registered, ${pluralize(count, 'question')}`,
  ];
  const byQuestion = Map.groupBy(feedback, ({ question }) => question);
  const back = [...byQuestion].map(([question, answers]) => ['', question, answers.map(answerLine).join('\n')].join('\n'));
  if (count === 0) return [...head, '', 'No questions yet', ...back].join('\n');
  const body = groups.flatMap((group) => [
    '',
    ...(group.length > 1 ? [`── ${group.length} similar questions ──`] : []),
    ...identicalQuestions(group).flatMap(({ question, askers }) => {
      const [first = '', ...rest] = question.split(/\r?\n/u).map(visible);
      const names = askers.map(({ name, brand, systemSize }) => `    ${visible(name)}, ${visible(brand)}, ${visible(systemSize)}`);
      const times = askers.length > 1 ? ` ×${askers.length}` : '';
      return [`[ ] ${first}${times}`].concat(
        rest.map((line) => `    ${line}`),
        names,
      );
    }),
  ]);
  return [...head, ...body, ...back].join('\n');
}
