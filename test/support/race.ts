import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../src/app/open-store.ts';
import type { EntryState } from '../../src/database/schema.ts';
import type { Answered } from '../../src/retreats/repository/answers.ts';
import { recording, invitationSettingsFor } from './recording.ts';
import { engineOver } from './race-engine.ts';

export const capacity = 10;
const founders = 200;

/** The outcome of one round: the results that the founders got, and the rows in the database afterwards. */
interface Round {
  results: { accepted: number; next: number };
  stored: { accepted: number; heads: number; mails: Record<string, number> };
}

interface Race {
  /** The value that `inviteFounders` returned. */
  invited: { databaseUrl: string; hashes: string[] };
  instances: number;
}

interface RoundOptions {
  /** How many of the instances get acceptances; all of them by default. */
  usedInstances?: number;
  lock?: 'locked' | 'unlocked';
}

const script = fileURLToPath(new URL('./race-worker.ts', import.meta.url));

/** Starts the instances that accept the invitations of 200 founders. */
export async function prepareRace({ invited: { databaseUrl, hashes }, instances }: Race) {
  const { engine, close } = await engineOver(databaseUrl);
  const workers = Array.from({ length: instances }, () => {
    const child = spawn(process.execPath, [script, databaseUrl, String(capacity)], { stdio: ['pipe', 'pipe', 'inherit'] });
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](), ended: once(child, 'exit') };
  });
  const line = async ({ lines, ended }: (typeof workers)[number]) => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`an instance ended with ${String((await ended)[0])}`);
    return value as string;
  };
  await Promise.all(workers.map(line));

  /** Opens every invitation again. */
  const reset = () =>
    engine.transact(async (db) => {
      await db.updateTable('entries').set({ state: 'invited', head_since: null }).execute();
      await db.updateTable('invitations').set({ answer: null, answered_at: null }).execute();
      await db.deleteFrom('deliveries').execute();
    });

  const read = () =>
    engine.read(async (db) => {
      const entries = await db.selectFrom('entries').select(['state', 'head_since']).execute();
      const mails = await db.selectFrom('deliveries').select('kind').execute();
      return {
        accepted: entries.filter(({ state }) => state === 'accepted').length,
        heads: entries.filter(({ state, head_since }) => state === 'waiting' && head_since).length,
        mails: Object.fromEntries(
          Object.entries(Object.groupBy(mails, ({ kind }) => kind)).map(([kind, some]) => [kind, some?.length ?? 0]),
        ),
      };
    });

  return {
    /** Accepts all 200 invitations simultaneously. */
    async round({ usedInstances = instances, lock = 'locked' }: RoundOptions = {}): Promise<Round> {
      await reset();
      const racing = workers.slice(0, usedInstances);
      const parts = racing.map((_, at) => hashes.filter((__, index) => index % usedInstances === at));
      for (const [at, { child }] of racing.entries()) child.stdin.write(`${JSON.stringify({ lock, hashes: parts[at] })}\n`);
      const results = (await Promise.all(racing.map(line))).flatMap((text) => JSON.parse(text) as Answered[]);
      const count = (state: EntryState) =>
        results.filter((result) => result.kind === 'answered' && result.changed && result.state === state).length;
      return { results: { accepted: count('accepted'), next: count('waiting') }, stored: await read() };
    },
    async [Symbol.asyncDispose]() {
      for (const { child } of workers) child.stdin.end();
      await Promise.all(workers.map(({ ended }) => ended));
      await close();
    },
  };
}

/** Stores 200 founders, each with an invitation. It takes seconds, so several races share them: each round starts from open invitations. */
export async function inviteFounders(databaseUrl: string): Promise<Race['invited']> {
  const store = await openStore(databaseUrl);
  const invitationSettings = invitationSettingsFor(capacity);
  const wanted = { note: '', latestEnd: new Date(Date.now() + 86_400_000), overCapacity: true, by: 'organizer' as const };
  const hashes: string[] = [];
  for (let number = 0; number < founders; number += 1) {
    const { id } = await store.submissions.record(recording({ inf_field_Email: `founder-${number}@example.com` }, { form: 'waitlist' }));
    hashes.push(invitationSettings.hashFor((await store.waitlist.invite(id, wanted, invitationSettings, new Date())).id));
  }
  await store.close();
  return { databaseUrl, hashes };
}

/** The only correct outcome of a round. */
export const expectedRound: Round = {
  results: { accepted: capacity, next: founders - capacity },
  stored: { accepted: capacity, heads: founders - capacity, mails: { accepted: capacity, 'head-of-waitlist': founders - capacity } },
};
