import { Option } from 'commander';
import type { Command } from 'commander';
import { loadContent } from '../content/load.ts';
import { formsOf } from '../forms/catalog.ts';
import { exportCsv, withByteOrderMark } from '../submissions/export-csv.ts';
import { counted } from './counted.ts';
import { withFilters } from './filters.ts';
import type { Filters } from './filters.ts';
import { jsonArray, listed } from './listed.ts';
import { withStore } from './opened-store.ts';
import { print, writeTo } from './output.ts';

type Options = Filters & { format: 'csv' | 'json'; output?: string; force?: boolean };

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
      for await (const submission of store?.submissions.list(filters) ?? []) {
        count += 1;
        yield submission;
      }
    }
    const lines = format === 'json' ? jsonArray(counting(), listed) : exportCsv(counting(), formsOf(loadContent()), filters.form);
    if (output === undefined) return print(lines);
    await writeTo(output, format === 'csv' ? withByteOrderMark(lines) : lines, force);
    console.error(`${output}: ${counted(count, 'submission')}`);
  });
}
