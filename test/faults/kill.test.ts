import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answers, post, workshop } from '../support/forms.ts';
import { makeProof, cheapProofs } from '../support/proof.ts';
import { startSite } from '../support/site.ts';
import { rounds } from './rounds.ts';
import { sound, storedIn } from './stored.ts';

/** Fifty posts a second, every other one without a proof, so that a link is stored with it as well. */
const pace = 1000 / 50;
const env = { ...cheapProofs, RATE_LIMIT_PER_MINUTE: '1000000' };

it(
  `keeps everything that was acknowledged, with its outbox rows, when it is killed ${rounds} times under posts`,
  { timeout: rounds * 6000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'founder-house-kill-'));
    try {
      const acknowledged = new Map<string, string>();
      for (let round = 0; round < rounds; round += 1) {
        // Sometimes soon, sometimes later, and always in the middle of something.
        const enough = acknowledged.size + 3 + ((round * 7) % 17);
        await postAndKill(dataDir, acknowledged, enough);
        const stored = storedIn({ dataDir });
        expect(stored.integrity).toEqual(sound);
        const missing = [...acknowledged].filter(([email, state]) => {
          const kept = stored.of(email).map((row) => [row.state, row.deliveries, row.tokens]);
          return JSON.stringify(kept) !== JSON.stringify([[state, 1, state === 'held' ? 1 : 0]]);
        });
        expect(missing).toEqual([]);
      }
      expect(acknowledged.size).toBeGreaterThan(rounds * 3);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

/** Adds to `acknowledged` the address of every post that was answered with success, and the state that the answer told of. */
async function postAndKill(dataDir: string, acknowledged: Map<string, string>, enough: number): Promise<void> {
  const site = await startSite({ dataDir, env });
  const under: Promise<unknown>[] = [];
  let failed: unknown;
  await new Promise<void>((resolve) => {
    const send = async (state: 'accepted' | 'held') => {
      const typed = answers(state === 'accepted' ? { altcha: await makeProof() } : {});
      const answer = await post(site, workshop.id, typed);
      if (answer.status !== 303) failed = new Error(`a post got ${answer.status}`);
      else acknowledged.set(typed['inf_field_Email'] as string, state);
      if (failed || acknowledged.size >= enough) resolve();
    };
    // What the kill cuts off was never acknowledged.
    const timer = setInterval(() => under.push(send(under.length % 2 ? 'held' : 'accepted').catch(() => {})), pace);
    void site.process.once('exit', () => clearInterval(timer));
  }).then(() => site.end('SIGKILL'));
  await Promise.all(under);
  if (failed) throw failed;
}
