/**
 * An instance in a separate process that accepts invitations. Usage: `race-worker.ts DATABASE_URL CAPACITY`. Each line of its input is a
 * JSON object with token hashes; it accepts them simultaneously and prints the results. With `lock: "unlocked"` it counts seats without a
 * lock, as the control.
 */
import { createInterface } from 'node:readline';
import { createWaitlist } from '../../src/retreats/repository.ts';
import type { Answered } from '../../src/retreats/repository/answers.ts';
import { StoreUnavailable } from '../../src/database/unavailable.ts';
import { engineOver, unlocked } from './race-engine.ts';
import { invitationSettingsFor } from './recording.ts';

const [databaseUrl, capacity] = process.argv.slice(2) as [string, string];
const { engine, close } = await engineOver(databaseUrl);
const waitlists = { locked: createWaitlist(engine), unlocked: createWaitlist(unlocked(engine)) };
const invitationSettings = invitationSettingsFor(Number(capacity));

/** Accepts an invitation, again if the database is busy: the founder would get a 503 and press the button again. */
async function accept(lock: keyof typeof waitlists, hash: string): Promise<Answered> {
  for (;;) {
    try {
      return await waitlists[lock].answer(hash, 'accept', invitationSettings, new Date());
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}

console.log('open');
for await (const line of createInterface({ input: process.stdin })) {
  const { lock, hashes } = JSON.parse(line) as { lock: keyof typeof waitlists; hashes: string[] };
  const results = await Promise.all(hashes.map((hash) => accept(lock, hash)));
  console.log(JSON.stringify(results));
}
await close();
