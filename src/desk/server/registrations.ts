import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServerResponse } from 'node:http';
import { formsOf } from '../../forms/catalog.ts';
import type { Field } from '../../forms/definition.ts';
import { exportCsv, withByteOrderMark } from '../../submissions/export-csv.ts';
import type { Submission } from '../../forms/submission.ts';
import type { Desk } from './desk.ts';
import type { Query } from './find.ts';
import { sortColumns } from './shapes.ts';
import type { RegistrationDetail, RegistrationsPart, SortColumn } from './shapes.ts';
import { dayOf } from './summary.ts';

/** How many rows are sent at once at most. */
const atOnce = 500;

export function queryOf(asked: URLSearchParams): Query {
  const sort = asked.get('sort') ?? '';
  return {
    search: asked.get('search') ?? '',
    form: asked.get('form') ?? '',
    state: asked.get('state') ?? '',
    size: asked.get('size') ?? '',
    sort: sortColumns.find((column) => column === sort) ?? ('received' satisfies SortColumn),
    descending: asked.get('descending') !== 'false',
  };
}

/** Rows as arrays, and only those that are looked at: a hundred thousand stay where they are. */
export function registrationsPart({ find }: Desk, asked: URLSearchParams): RegistrationsPart {
  const found = find(queryOf(asked));
  const from = whole(asked.get('from'), 0);
  const count = Math.min(whole(asked.get('count'), 100), atOnce);
  return { total: found.length, from, rows: found.slice(from, from + count).map(({ row }) => row) };
}

const whole = (text: string | null, otherwise: number) => (/^\d{1,9}$/u.test(text ?? '') ? Number(text) : otherwise);

/** All answers of one, with what is known of her way since. */
export async function registrationDetail({ store, content }: Desk, id: string): Promise<RegistrationDetail | undefined> {
  const named = (await store.submissions.findByIdPrefix(id)).find(({ found }) => found.id === id);
  if (!named) return undefined;
  const { found, older } = named;
  const fields = formsOf(content).flatMap((form) => form.fields);
  const entry = found.formKind === 'waitlist' ? await store.waitlist.findBySubmission(id) : undefined;
  return {
    id,
    formName: found.formName,
    state: found.state,
    receivedAt: found.receivedAt,
    answers: answersOf(found, fields),
    older: older.map((one) => ({ receivedAt: one.receivedAt, answers: answersOf(one, fields) })),
    entry: entry ? { state: entry.state, history: await store.waitlist.history(entry.id) } : null,
    deliveries: await Array.fromAsync(store.outbox.list({ submissionId: id })),
  };
}

function answersOf({ fields, utm }: Submission, known: Field[]): [string, string][] {
  const answers = Object.entries(fields).map(([wire, value]): [string, string] => {
    const field = known.find((each) => each.wire === wire);
    return [field?.label ?? wire, field?.kind === 'checkbox' ? 'yes' : value];
  });
  return [...answers, ...Object.entries(utm)];
}

/** The file that `submissions export` makes, of what the table shows. */
export async function sendCsv({ store, content }: Desk, asked: URLSearchParams, response: ServerResponse): Promise<void> {
  const { search, form, state, size } = queryOf(asked);
  const chosen = { ...(search && { search }), ...(form && { form }), ...(state && { state: state as Submission['state'] }) };
  async function* ofSize() {
    for await (const submission of store.submissions.list(chosen))
      if (size === '' || submission.fields['inf_custom_SystemSize'] === size) yield submission;
  }
  response.writeHead(200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="sign-ups-${dayOf(new Date())}.csv"`,
  });
  await pipeline(Readable.from(withByteOrderMark(exportCsv(ofSize(), formsOf(content), form || undefined))), response);
}
