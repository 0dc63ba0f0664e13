import { createWriteStream, existsSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Option, type Command } from 'commander';
import type { Store } from '../app/open-store.ts';
import { pluralize } from '../content/format.ts';
import { loadContent } from '../content/load.ts';
import { temporaryOf } from '../editing/atomic-write.ts';
import { formsOf } from '../forms/catalog.ts';
import type { Submission } from '../forms/submission.ts';
import { Refused } from '../refused.ts';
import { readEntryLabels } from '../retreats/entry-labels.ts';
import { formNameWithSeason } from '../submissions/form-name.ts';
import { exportCsv, exportSheet, withByteOrderMark } from '../submissions/export-csv.ts';
import type { Cli } from './cli.ts';
import { checkForm, withFilters, type Filters } from './filters.ts';
import { inChunks, jsonArray } from './output.ts';
import { notEmpty } from './parsers.ts';

type Options = Filters & { format: 'csv' | 'sheet' | 'json'; output?: string; force?: boolean };

/** A submission as JSON. */
export const submissionJson = ({ id, formId, state, receivedAt, fields, utm }: Submission) => ({
  id,
  formId,
  state,
  receivedAt,
  fields,
  utm,
});

export function registerExport(submissions: Command, cli: Cli): void {
  withFilters(submissions.command('export').description('Exports submissions for a spreadsheet or a program.'), cli)
    .addOption(
      new Option(
        '--format <format>',
        'csv: one column per question, for a program; sheet: the same for people, with dates and times in your time zone, and the founder’s status on the retreat’s waitlist; json: the array that "submissions list --json" prints',
      )
        .choices(['csv', 'sheet', 'json'])
        .default('csv'),
    )
    .option('--output <file>', 'write a new file instead of printing', notEmpty)
    .option('--force', 'replace the file if it exists')
    .action((options: Options, command: Command) => exportSubmissions(cli, options, command));
}

async function exportSubmissions(cli: Cli, { format, output, force = false, ...filters }: Options, command: Command): Promise<void> {
  await cli.withStore(async (store) => {
    await checkForm(command, filters, store);
    let count = 0;
    async function* counted() {
      for await (const submission of store.submissions.list(filters)) {
        count += 1;
        yield submission;
      }
    }
    const lines = await linesIn(cli, store, counted(), { format, form: filters.form });
    if (output === undefined) return cli.print(lines);
    await writeFile(output, format === 'json' ? lines : withByteOrderMark(lines), { replace: force });
    cli.note(`${output}: ${pluralize(count, 'submission')}`);
  });
}

async function linesIn(
  { localTime }: Cli,
  { waitlist }: Store,
  submissions: AsyncIterable<Submission>,
  { format, form }: Pick<Options, 'format' | 'form'>,
): Promise<AsyncIterable<string>> {
  const content = loadContent();
  if (format === 'json') return jsonArray(submissions, submissionJson);
  if (format === 'csv') return exportCsv(submissions, formsOf(content), form);
  const formNameOf = (submission: Submission) => formNameWithSeason(submission, content);
  return exportSheet(submissions, formsOf(content), { formNameOf, entryLabelOf: await readEntryLabels(waitlist), localTime }, form);
}

/**
 * Writes personal data into a file that only this user can read. It gets its name once it is complete. Throws Refused when the file exists
 * and `replace` is false, and when it is no file or cannot be written; then no partial file is left.
 */
async function writeFile(file: string, lines: AsyncIterable<string>, { replace }: { replace: boolean }): Promise<void> {
  const assertFree = () => {
    if (!existsSync(file)) return;
    // Even with --force: a rename onto a device, such as /dev/null, would replace it.
    if (!statSync(file).isFile()) throw new Refused(`${file}: this is not a file; choose another name`);
    if (!replace) throw new Refused(`${file}: this file already exists; choose another name, or replace it with --force`);
  };
  assertFree();
  const temporary = temporaryOf(file);
  try {
    await rm(temporary, { force: true });
    await pipeline(Readable.from(inChunks(lines)), createWriteStream(temporary, { flags: 'wx', mode: 0o600 }));
    assertFree();
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Refused(`${file}: there is no folder ${dirname(file)}; create it first`, { cause: error });
    // The message ends with the name of the temporary file.
    if (syscall) throw new Refused(`${file}: it cannot be written (${message.split(',')[0]})`, { cause: error });
    throw error;
  }
}
