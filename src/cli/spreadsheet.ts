import type { FormDefinition } from '../forms/definition.ts';
import type { Submission } from '../forms/submission.ts';
import { columnsOf } from './columns.ts';
import { csvLine } from './csv.ts';

/** Without it Excel reads a UTF-8 file in the letters of its own country. A program at the end of a pipe would take it for text. */
const byteOrderMark = '\ufeff';

/** Submissions as lines of CSV, with the columns of the chosen form (its id or kind), or of all. */
export async function* csv(submissions: AsyncIterable<Submission>, forms: FormDefinition[], chosen?: string): AsyncGenerator<string> {
  const asked = forms.filter(({ id, kind }) => chosen === undefined || chosen === id || chosen === kind);
  const columns = columnsOf(asked.length > 0 ? asked : forms);
  yield csvLine(columns.map(({ heading }) => heading));
  for await (const submission of submissions) yield csvLine(columns.map(({ value }) => value(submission)));
}

/** The same as a file that a spreadsheet opens. */
export async function* forSpreadsheet(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* lines;
}
