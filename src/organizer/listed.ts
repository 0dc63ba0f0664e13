import type { Submission } from '../store/submissions.ts';
import { visibleJson } from './visible.ts';

/** A submission as `--json` prints it (contract, section 7). */
export function listed({ id, formId, state, receivedAt, fields, utm }: Submission) {
  return { id, formId, state, receivedAt, fields, utm };
}

/** A JSON array, an element at a time. */
export async function* jsonArray(submissions: AsyncIterable<Submission> | Submission[]): AsyncGenerator<string> {
  let before = '[\n';
  for await (const submission of submissions) {
    yield before + visibleJson(listed(submission));
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
