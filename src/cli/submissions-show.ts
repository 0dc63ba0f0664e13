import type { Command } from 'commander';
import { loadContent } from '../content/load.ts';
import type { Field } from '../forms/definition.ts';
import { formsOf } from '../forms/catalog.ts';
import type { Submission } from '../forms/submission.ts';
import { listed } from './listed.ts';
import { localTime } from './local-time.ts';
import { nothingYet, withStore } from './opened-store.ts';
import { onlyOne } from './only-one.ts';
import { Refused } from './refused.ts';
import { visible, visibleJson } from './visible.ts';

const blank = [''];

export function addShow(submissions: Command): void {
  submissions
    .command('show')
    .description('every answer of one, and what the same person sent before')
    .argument('<id>', 'its id, or as much of the beginning as tells it from the others')
    .option('--json', 'print {id, formId, state, receivedAt, fields, utm, consents, older}; older is an array of the same')
    .action(show);
}

/** One with what stood beside its boxes. */
const whole = (submission: Submission) => ({ ...listed(submission), consents: submission.consents });

async function show(id: string, { json }: { json?: true }): Promise<void> {
  const { found, older } = await withStore(async (store) => {
    if (!store) throw new Refused(nothingYet);
    return onlyOne(id, await store.submissions.findByIdPrefix(id));
  });
  if (json) {
    console.log(visibleJson({ ...whole(found), older: older.map(whole) }));
    return;
  }
  const fields = formsOf(loadContent()).flatMap((form) => form.fields);
  const before = older.flatMap((each) => [blank, described(each, fields)]).flat();
  console.log(
    [...described(found, fields), ...(before.length > 0 ? ['', 'Sent before, and replaced by this:', ...before] : [])].join('\n'),
  );
}

/** A line for each answer under its label; the lines of a long answer are indented, so that no answer can look like a label. */
function described({ id, formName, state, receivedAt, supersededBy, fields, utm, consents }: Submission, known: Field[]): string[] {
  const labelled = Object.entries(fields).map(([wire, value]) => {
    const field = known.find((each) => each.wire === wire);
    return [field?.label ?? wire, field?.kind === 'checkbox' ? 'yes' : value] as const;
  });
  const lines = [
    ['ID', id],
    ['Form', formName],
    ['State', supersededBy === null ? state : `${state}, replaced by ${supersededBy}`],
    ['Received', localTime(receivedAt)],
    ...labelled,
    ...Object.entries(utm),
    ...consents.map(({ wording, version, given }) => [
      given ? 'Ticked' : 'Not ticked',
      `“${wording}”, as version ${version} of the form asked on ${localTime(receivedAt)}`,
    ]),
  ];
  return lines.map(([label, value]) => {
    const [first = '', ...rest] = (value as string).split(/\r?\n/u).map(visible);
    return rest.length === 0
      ? `${visible(label as string)}: ${first}`
      : [`${visible(label as string)}:`, ...[first, ...rest].map((each) => `    ${each}`)].join('\n');
  });
}
