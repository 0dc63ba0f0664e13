import { stringify } from 'csv-stringify/sync';
import type { FormDefinition } from '../forms/definition.ts';
import { campaignLabels, utmNames } from '../forms/hidden-fields.ts';
import type { Submission } from '../forms/submission.ts';
import { stateLabels } from './state-labels.ts';

/** How many lines are written at once. A write for each line would take longer than formatting it. */
const linesPerWrite = 250;

/** Text that a spreadsheet reads as a formula, full-width signs and leading white space included (OWASP, CSV Injection). */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/**
 * Also quotes the characters that end a cell in a spreadsheet that separates with semicolons, and white space that a spreadsheet would
 * trim.
 */
const format = {
  record_delimiter: 'windows',
  quoted_match: /[;\t\r\n]|^\s|\s$/u,
  cast: { string: (text: string) => (formula.test(text) ? `'${text}` : text) },
} as const;

interface Column {
  heading: string;
  value: (submission: Submission) => string;
}

/**
 * Formats submissions as CSV (RFC 4180) for a program, with the columns of one form (by its id or kind) or of all forms. A leading
 * apostrophe defuses formulas.
 */
export const exportCsv = (submissions: AsyncIterable<Submission>, forms: FormDefinition[], chosenForm?: string): AsyncGenerator<string> =>
  linesOf(submissions, columnsOf(formsToExport(forms, chosenForm)));

interface SheetWords {
  /** The name of the submission's form, with the season of its waitlist if that is another one. */
  formNameOf: (submission: Submission) => string;
  /** The label of the founder's waitlist entry; empty for a submission without one. */
  entryLabelOf: (submission: Submission) => string;
  /** An instant by the reader's clock: "2026-11-21 14:05". */
  localTime: (instant: string) => string;
}

/**
 * Formats submissions as CSV for people: plain headings and words, the reader's own day and time. Formulas are defused as in `exportCsv`.
 */
export const exportSheet = (
  submissions: AsyncIterable<Submission>,
  forms: FormDefinition[],
  words: SheetWords,
  chosenForm?: string,
): AsyncGenerator<string> => linesOf(submissions, sheetColumnsOf(formsToExport(forms, chosenForm), words));

function formsToExport(forms: FormDefinition[], chosenForm: string | undefined): FormDefinition[] {
  const chosen = forms.filter(({ id, kind }) => chosenForm === undefined || chosenForm === id || chosenForm === kind);
  return chosen.length > 0 ? chosen : forms;
}

async function* linesOf(submissions: AsyncIterable<Submission>, columns: Column[]): AsyncGenerator<string> {
  let rows = [columns.map(({ heading }) => heading)];
  for await (const submission of submissions) {
    rows.push(columns.map(({ value }) => value(submission)));
    if (rows.length < linesPerWrite) continue;
    yield stringify(rows, format);
    rows = [];
  }
  yield stringify(rows, format);
}

/** Adds the byte order mark that Excel needs to read a file as UTF-8. A program at the end of a pipe would read it as text. */
export async function* withByteOrderMark(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield '\ufeff';
  yield* lines;
}

/**
 * Returns the columns over these forms. There is one column for each label, since the wire name of the same question may differ between
 * workshops. Answers that these forms do not ask for (of a form that is no longer in the content) are in `Other answers` as JSON.
 */
function columnsOf(forms: FormDefinition[]): Column[] {
  return [
    { heading: 'ID', value: ({ id }) => id },
    { heading: 'Form', value: ({ formName }) => formName },
    { heading: 'State', value: ({ state }) => state },
    { heading: 'Received', value: ({ receivedAt }) => receivedAt },
    ...questionColumns(forms),
    otherColumn(forms),
    ...utmNames.map((name) => ({ heading: name, value: ({ utm }: Submission) => utm[name] ?? '' })),
  ];
}

function sheetColumnsOf(forms: FormDefinition[], { formNameOf, entryLabelOf, localTime }: SheetWords): Column[] {
  const boxes = new Set(forms.flatMap(({ fields }) => fields.filter(({ kind }) => kind === 'checkbox')).map(({ label }) => label));
  return [
    { heading: 'Day', value: ({ receivedAt }) => localTime(receivedAt).slice(0, 10) },
    { heading: 'Time', value: ({ receivedAt }) => localTime(receivedAt).slice(11) },
    { heading: 'Form', value: formNameOf },
    { heading: 'Sign-up', value: ({ state }) => stateLabels[state] },
    { heading: 'Retreat', value: entryLabelOf },
    ...questionColumns(forms).map(({ heading, value }) => ({
      heading,
      value: (submission: Submission) => (boxes.has(heading) ? value(submission) && 'Yes' : value(submission)),
    })),
    otherColumn(forms),
    ...utmNames.map((name) => ({ heading: campaignLabels[name], value: ({ utm }: Submission) => utm[name] ?? '' })),
    { heading: 'ID', value: ({ id }) => id },
  ];
}

const fieldsOf = (forms: FormDefinition[]) => forms.flatMap((form) => form.fields);

const questionColumns = (forms: FormDefinition[]): Column[] =>
  [...Map.groupBy(fieldsOf(forms), ({ label }) => label)].map(([label, sameQuestions]) => ({
    heading: label,
    value: ({ fields }) => sameQuestions.map(({ wire }) => fields[wire]).find((answer) => answer !== undefined) ?? '',
  }));

function otherColumn(forms: FormDefinition[]): Column {
  const known = new Set(fieldsOf(forms).map(({ wire }) => wire));
  return {
    heading: 'Other answers',
    value({ fields }) {
      const others = Object.entries(fields).filter(([wire]) => !known.has(wire));
      return others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : '';
    },
  };
}
