import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { problemsIn } from '../src/forms/validate.ts';
import { parseFields } from '../src/submissions/parse-fields.ts';
import { openStore } from '../src/app/open-store.ts';
import { form, preparedBodies, proofs } from './posts.ts';
import { median } from './statistics.ts';

const count = 500;

/** What each step of taking a post costs by itself, one after the other, in milliseconds; and a challenge, which each form that is opened needs. */
export async function timeSteps(): Promise<[step: string, milliseconds: number][]> {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-steps-'));
  const store = await openStore(`file:${join(folder, 'steps.db')}`);
  const times: Record<string, number[]> = { 'make a challenge': [], parse: [], 'verify the proof': [], store: [] };
  const timed = async <Result>(step: string, work: () => Promise<Result> | Result): Promise<Result> => {
    const since = performance.now();
    const result = await work();
    times[step]?.push(performance.now() - since);
    return result;
  };
  try {
    for (const body of await preparedBodies(count)) {
      await timed('make a challenge', () => proofs.challenge());
      const read = await timed('parse', () => {
        const fields = parseFields(Buffer.from(body), form);
        problemsIn(form, fields.values);
        return fields;
      });
      const verdict = await timed('verify the proof', () => proofs.verify(read.proof));
      if (!verdict.valid) throw new Error('a proof of the bench is not believed');
      const submission = { id: uuid(), form, values: read.values, utm: read.utm, receivedAt: new Date() };
      await timed('store', () =>
        store.submissions.record({
          submission,
          state: 'accepted',
          deliveries: [{ channel: 'mail', kind: 'registration' }],
          proof: verdict,
        }),
      );
    }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return Object.entries(times).map(([step, taken]) => [step, median(taken)]);
}
