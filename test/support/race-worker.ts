/**
 * An instance in a separate process that accepts invitations. Usage: `race-worker.ts DATABASE_URL locked|unlocked CAPACITY`. Each
 * line of its input is a JSON array of token hashes; it accepts them simultaneously and prints the results. `unlocked` counts seats
 * without a lock, as the control.
 */
import { createInterface } from 'node:readline';
import { createWaitlist } from '../../src/retreats/repository.ts';
import type { Answered } from '../../src/retreats/repository/accept-and-decline.ts';
import { StoreUnavailable } from '../../src/database/unavailable.ts';
import { engineOver, unlocked } from './race-engine.ts';
import { invitationSettingsFor } from './recording.ts';

const [databaseUrl, lock, capacity] = process.argv.slice(2) as [string, 'locked' | 'unlocked', string];
const opened = await engineOver(databaseUrl);
const engine = lock === 'locked' ? opened.engine : unlocked(opened.engine);
const waitlist = createWaitlist(engine);
const invitationSettings = invitationSettingsFor(Number(capacity));

/** Accepts an invitation, again if the database is busy: the founder would get a 503 and press the button again. */
async function accept(hash: string): Promise<Answered> {
  for (;;) {
    try {
      return await waitlist.answer(hash, 'accept', invitationSettings, new Date());
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}

console.log('open');
for await (const line of createInterface({ input: process.stdin })) {
  const results = await Promise.all((JSON.parse(line) as string[]).map(accept));
  console.log(JSON.stringify(results));
}
await opened.close();
