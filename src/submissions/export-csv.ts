import { stringify } from 'csv-stringify/sync';
import type { FormDefinition } from '../forms/definition.ts';
import { utmNames } from '../forms/utm.ts';
import type { Submission } from '../forms/submission.ts';

/** How many lines are written at once. A write for each line would take longer than formatting it. */
const batchSize = 250;

/** What a spreadsheet reads as a formula, full-width signs and leading white space included (OWASP, CSV Injection). */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/** Quotes also what ends a cell in a spreadsheet that separates with semicolons, and white space that a spreadsheet would trim. */
const format = {
  record_delimiter: 'windows',
  quoted_match: /[;\t\r\n]|^\s|\s$/u,
  cast: { string: (text: string) => (formula.test(text) ? `'${text}` : text) },
} as const;

interface Column {
  heading: string;
  value: (submission: Submission) => string;
}

/** Formats submissions as CSV (RFC 4180), with the columns of one form (by its id or kind) or of all forms. A leading apostrophe defuses formulas. */
export async function* exportCsv(
  submissions: AsyncIterable<Submission>,
  forms: FormDefinition[],
  chosenForm?: string,
): AsyncGenerator<string> {
  const chosen = forms.filter(({ id, kind }) => chosenForm === undefined || chosenForm === id || chosenForm === kind);
  const columns = columnsOf(chosen.length > 0 ? chosen : forms);
  let rows = [columns.map(({ heading }) => heading)];
  for await (const submission of submissions) {
    rows.push(columns.map(({ value }) => value(submission)));
    if (rows.length < batchSize) continue;
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
 * Returns the columns over these forms. There is one column for each label, since the wire name of the same question may differ between workshops.
 * Answers that these forms do not ask for (of a form that is no longer in the content) stand in `Other answers` as JSON.
 */
function columnsOf(forms: FormDefinition[]): Column[] {
  const fields = forms.flatMap((form) => form.fields);
  const known = new Set(fields.map(({ wire }) => wire));
  return [
    { heading: 'ID', value: ({ id }) => id },
    { heading: 'Form', value: ({ formName }) => formName },
    { heading: 'State', value: ({ state }) => state },
    { heading: 'Received', value: ({ receivedAt }) => receivedAt },
    ...[...Map.groupBy(fields, ({ label }) => label)].map(([heading, same]) =>
      answerColumn(heading, new Set(same.map(({ wire }) => wire))),
    ),
    { heading: 'Other answers', value: (submission) => otherAnswers(submission.fields, known) },
    ...utmNames.map((name) => ({ heading: name, value: ({ utm }: Submission) => utm[name] ?? '' })),
  ];
}

function answerColumn(heading: string, wires: Set<string>): Column {
  return {
    heading,
    value: (submission) => {
      for (const wire of wires) if (submission.fields[wire] !== undefined) return submission.fields[wire];
      return '';
    },
  };
}

function otherAnswers(fields: Submission['fields'], known: Set<string>): string {
  const others = Object.entries(fields).filter(([wire]) => !known.has(wire));
  return others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : '';
}
