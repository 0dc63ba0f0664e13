import { Option } from 'commander';
import type { Command } from 'commander';
import { loadContent } from '../content/load.ts';
import { formsOf } from '../forms/catalog.ts';
import type { Submission } from '../store/submissions.ts';
import { columnsOf } from './columns.ts';
import { csvLine } from './csv.ts';
import { counted } from './counted.ts';
import { withFilters } from './filters.ts';
import type { Filters } from './filters.ts';
import { jsonArray } from './listed.ts';
import { withStore } from './opened-store.ts';
import { print, writeTo } from './output.ts';

type Options = Filters & { format: 'csv' | 'json'; output?: string; force?: boolean };

/** Without it Excel reads a UTF-8 file in the letters of its own country. A program at the end of a pipe would take it for text. */
const byteOrderMark = '\ufeff';

export function addExport(submissions: Command): void {
  withFilters(submissions.command('export').description('everything that was sent, for a spreadsheet or a program'))
    .addOption(
      new Option('--format <format>', 'csv: a column a question; json: the array that list --json prints')
        .choices(['csv', 'json'])
        .default('csv'),
    )
    .option('--output <file>', 'write into a file instead of printing')
    .option('--force', 'replace the file where there is one')
    .action(exportSubmissions);
}

async function exportSubmissions({ format, output, force = false, ...filters }: Options): Promise<void> {
  await withStore(async (store) => {
    let count = 0;
    async function* counting() {
      for await (const submission of store?.submissions(filters) ?? []) {
        count += 1;
        yield submission;
      }
    }
    const lines = format === 'json' ? jsonArray(counting()) : csv(counting(), filters.form);
    if (output === undefined) return print(lines);
    await writeTo(output, format === 'csv' ? marked(lines) : lines, force);
    console.error(`${output}: ${counted(count, 'submission')}`);
  });
}

async function* csv(submissions: AsyncIterable<Submission>, chosen?: string): AsyncGenerator<string> {
  const forms = formsOf(loadContent());
  const asked = forms.filter(({ id, kind }) => chosen === undefined || chosen === id || chosen === kind);
  const columns = columnsOf(asked.length > 0 ? asked : forms);
  yield csvLine(columns.map(({ heading }) => heading));
  for await (const submission of submissions) yield csvLine(columns.map(({ value }) => value(submission)));
}

async function* marked(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* lines;
}
