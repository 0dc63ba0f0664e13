import type { Command } from 'commander';
import { loadContent } from '../content/load.ts';
import { retreatChooserOnAcceptance } from '../content/retreat-schedule.ts';
import { fullName } from '../forms/person.ts';
import { formsOf } from '../forms/catalog.ts';
import { labeledAnswers } from '../forms/fields.ts';
import type { Field } from '../forms/definition.ts';
import { campaignLabels, utmNames } from '../forms/hidden-fields.ts';
import type { Submission } from '../forms/submission.ts';
import { Refused } from '../refused.ts';
import { createPlanDeliveries } from '../submissions/plan-deliveries.ts';
import { stateLabels } from '../submissions/state-labels.ts';
import type { Cli } from './cli.ts';
import { submissionJson, registerExport } from './export.ts';
import { checkForm, withFilters, type Filters } from './filters.ts';
import { readSubmission, submissionIdHelp } from './find-by-id.ts';
import { jsonArray, visible } from './output.ts';

const submissionWithConsentsJson = (submission: Submission) => ({ ...submissionJson(submission), consents: submission.consents });

export function register(program: Command, cli: Cli): void {
  const submissions = program.command('submissions').description('What founders sent through the forms.');
  withFilters(submissions.command('list').description('Lists submissions, newest first.'), cli)
    .option('--json', 'print a JSON array of {id, formId, state, receivedAt, fields, utm}')
    .action((options: Filters & { json?: true }, command: Command) => list(cli, options, command));
  submissions
    .command('show')
    .description('Shows every answer of one submission, and what the same person sent before.')
    .argument('<id>', submissionIdHelp)
    .option('--json', 'print {id, formId, state, receivedAt, fields, utm, consents, older}; older is an array of the same')
    .action((id: string, options: { json?: true }) => show(cli, id, options));
  submissions
    .command('release')
    .description('Accepts a submission that was quarantined as possible spam. It is then emailed and forwarded like a new one.')
    .argument('<id>', submissionIdHelp)
    .action((id: string) => release(cli, id));
  registerExport(submissions, cli);
}

async function list(cli: Cli, { json, ...filters }: Filters & { json?: true }, command: Command): Promise<void> {
  await cli.withStore(async (store) => {
    await checkForm(command, filters, store);
    const submissions = store.submissions.list(filters);
    if (json) return cli.print(jsonArray(submissions, submissionJson));
    const empty = Object.keys(filters).length > 0 ? 'No submission matches these filters' : 'There are no submissions yet';
    return cli.table({ heading: ['ID', 'Received', 'Form', 'Name', 'Email', 'Brand', 'Size'], uncut: 3, empty }, rows(cli, submissions));
  });
}

async function* rows({ localTime }: Cli, submissions: AsyncIterable<Submission>): AsyncGenerator<string[]> {
  for await (const { id, receivedAt, formKind, state, supersededBy, person } of submissions)
    yield [
      // The time of the id to the millisecond, by which `show` finds it.
      id.slice(0, 13),
      localTime(receivedAt),
      [formKind, ...noteOn(state, supersededBy)].join(', '),
      fullName(person),
      person.email,
      person.brand,
      person.systemSize.replace(/ Units$/u, ''),
    ];
}

function noteOn(state: Submission['state'], supersededBy: Submission['supersededBy']): string[] {
  if (supersededBy !== null) return ['replaced'];
  return state === 'accepted' ? [] : [stateLabels[state].toLowerCase()];
}

async function show(cli: Cli, id: string, { json }: { json?: true }): Promise<void> {
  const { submission, older } = await cli.withStore((store) => readSubmission(store, id));
  if (json) return cli.json({ ...submissionWithConsentsJson(submission), older: older.map(submissionWithConsentsJson) });
  const fields = formsOf(loadContent()).flatMap((form) => form.fields);
  const lines = describe(cli, submission, fields);
  if (older.length > 0) lines.push('', 'Sent before, and replaced by this one:');
  for (const replaced of older) lines.push('', ...describe(cli, replaced, fields));
  cli.say(lines.join('\n'));
}

/** A line for each answer after its label. The lines of a long answer are indented, so that no answer can look like a label. */
function describe(
  { localTime }: Cli,
  { id, formName, state, receivedAt, supersededBy, fields, utm, consents }: Submission,
  currentFields: Field[],
): string[] {
  const lines = [
    { label: 'ID', value: id },
    { label: 'Form', value: formName },
    { label: 'State', value: supersededBy === null ? stateLabels[state] : `${stateLabels[state]}, replaced by ${supersededBy}` },
    { label: 'Received', value: localTime(receivedAt) },
    ...labeledAnswers(fields, currentFields),
    ...utmNames.map((name) => ({ label: campaignLabels[name], value: utm[name] ?? '' })).filter(({ value }) => value !== ''),
    ...consents.map(({ wording, version, given }) => ({
      label: given ? 'Checked' : 'Not checked',
      value: `“${wording}”, worded as in version ${version} of the form on ${localTime(receivedAt)}`,
    })),
  ];
  return lines.map(({ label, value }) => {
    const [first = '', ...rest] = value.split(/\r?\n/u).map(visible);
    return `${visible(label)}:${rest.length === 0 ? ` ${first}` : [first, ...rest].map((line) => `\n    ${line}`).join('')}`;
  });
}

async function release(cli: Cli, id: string): Promise<void> {
  const released = await cli.withStore(async (store) => {
    const { submission } = await readSubmission(store, id);
    if (submission.state !== 'quarantined')
      throw new Refused(
        `${submission.id} is not marked as possible spam: it is ${stateLabels[submission.state].toLowerCase()}. "organizer submissions list --state quarantined" shows those that are.`,
      );
    const content = loadContent();
    const planDeliveries = createPlanDeliveries(cli.settings(), () => content, cli.now);
    const retreatOf = retreatChooserOnAcceptance(content.retreats, cli.now(), await store.waitlist.listClosedRetreats());
    return store.submissions.release(submission.id, { planDeliveries, retreatOf, by: 'organizer' }, cli.now());
  });
  if (!released) throw new Refused(`${visible(id)}: somebody else has just released or erased it`);
  const outcome =
    released.supersededBy === null
      ? `it is now confirmed as ${released.formName}`
      : `the founder has since sent ${released.formName} again, and the newer answers stay current`;
  cli.say(`${released.id}: released; ${outcome}`);
}
