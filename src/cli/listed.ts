import type { Submission } from '../forms/submission.ts';
import { visibleJson } from './visible.ts';

/** A submission as `--json` prints it. */
export function listed({ id, formId, state, receivedAt, fields, utm }: Submission) {
  return { id, formId, state, receivedAt, fields, utm };
}

/** A JSON array, an element at a time, of what is to be printed of each thing. */
export async function* jsonArray<Thing>(things: AsyncIterable<Thing> | Thing[], printed: (thing: Thing) => object): AsyncGenerator<string> {
  let before = '[\n';
  for await (const thing of things) {
    yield before + visibleJson(printed(thing));
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
