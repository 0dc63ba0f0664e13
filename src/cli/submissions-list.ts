import type { Command } from 'commander';
import type { Submission } from '../forms/submission.ts';
import { withFilters } from './filters.ts';
import type { Filters } from './filters.ts';
import { jsonArray, listed } from './listed.ts';
import { localTime } from './local-time.ts';
import { nothingYet, withStore } from './opened-store.ts';
import { print } from './output.ts';
import { table } from './table.ts';

/** How much of an id the table shows: its time to the millisecond, which `show` finds it by. */
const idShown = 13;

const heading = ['ID', 'Received', 'Form', 'Name', 'Email', 'Brand', 'Size'];

export function addList(submissions: Command): void {
  withFilters(submissions.command('list').description('who sent what, the newest first'))
    .option('--json', 'print a JSON array of {id, formId, state, receivedAt, fields, utm}')
    .action(list);
}

async function list({ json, ...filters }: Filters & { json?: true }): Promise<void> {
  await withStore(async (store) => {
    const found = store?.submissions.list(filters) ?? [];
    if (json) return print(jsonArray(found, listed));
    const empty = store ? emptyLine(filters) : nothingYet;
    return print(table({ heading, whole: 3, empty }, rows(found)));
  });
}

async function* rows(submissions: AsyncIterable<Submission> | Submission[]): AsyncGenerator<string[]> {
  for await (const { id, receivedAt, formKind, state, supersededBy, fields } of submissions) {
    const standing = supersededBy === null ? state : 'older';
    yield [
      id.slice(0, idShown),
      localTime(receivedAt),
      standing === 'accepted' ? formKind : `${formKind}, ${standing}`,
      `${fields['inf_field_FirstName'] ?? ''} ${fields['inf_field_LastName'] ?? ''}`.trim(),
      fields['inf_field_Email'] ?? '',
      fields['inf_field_Company'] ?? '',
      (fields['inf_custom_SystemSize'] ?? '').replace(/ Units$/u, ''),
    ];
  }
}

function emptyLine(filters: Filters): string {
  return Object.keys(filters).length > 0 ? 'Nothing that was sent fits these filters' : 'Nothing has been sent yet';
}
