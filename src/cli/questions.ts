import type { Command } from 'commander';
import { loadContent } from '../content/load.ts';
import { createRunSheet } from '../workshops/run-sheet.ts';
import type { RunSheet } from '../workshops/run-sheet.ts';
import { counted } from './counted.ts';
import { nothingYet, withStore } from './opened-store.ts';
import { Refused } from './refused.ts';
import { visible, visibleJson } from './visible.ts';

export function addQuestions(program: Command): void {
  program
    .command('questions')
    .description('the speaker’s run sheet: who asks what, alike questions together; to be printed')
    .argument('[workshop]', 'the name of its file without .yaml; the one that the page shows, where it is left out')
    .option('--json', 'print {workshop, registered, groups}; groups is an array of arrays of {question, name, brand, systemSize}')
    .action(questions);
}

async function questions(slug: string | undefined, { json }: { json?: true }): Promise<void> {
  const sheet = await withStore(async (store) => {
    if (!store) throw new Refused(nothingYet);
    const content = loadContent();
    const created = await createRunSheet(store.submissions, content, slug, new Date());
    if (!created)
      throw new Refused(`There is no workshop ${slug ?? ''}; the workshops are: ${content.workshops.map((each) => each.slug).join(', ')}`);
    return created;
  });
  console.log(json ? visibleJson(sheet) : printed(sheet));
}

/** A box to tick before each question, and its lines indented under it: good on paper too. */
function printed({ workshop, registered, groups }: RunSheet): string {
  const count = groups.flat().length;
  const head = [
    `${workshop.title}, ${workshop.dateText}, ${workshop.timeText}`,
    `${counted(registered, 'founder')} registered, ${counted(count, 'question')}`,
  ];
  if (count === 0) return [...head, '', 'Nobody has asked anything yet'].join('\n');
  const body = groups.flatMap((group) => [
    '',
    ...(group.length > 1 ? [`── ${group.length} alike ──`] : []),
    ...group.flatMap(({ question, name, brand, systemSize }) => {
      const [first = '', ...rest] = question.split(/\r?\n/u).map(visible);
      return [`[ ] ${first}`, ...rest.map((line) => `    ${line}`), `    ${visible(name)}, ${visible(brand)}, ${visible(systemSize)}`];
    }),
  ]);
  return [...head, ...body].join('\n');
}
