import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answers, post, workshop } from '../support/forms.ts';
import { makeProof, cheapProofs } from '../support/proof.ts';
import { startSite } from '../support/site.ts';
import { rounds } from './rounds.ts';
import { noDamage, storedIn } from './stored.ts';

/** Fifty posts per second. Every other post has no proof, so that a confirmation link is stored with it. */
const intervalMs = 1000 / 50;
const env = { ...cheapProofs, RATE_LIMIT_PER_MINUTE: '1000000' };

it(
  `the site has every acknowledged submission and its deliveries after ${rounds} kills during posts`,
  { timeout: 60_000 + rounds * 12_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'founder-house-kill-'));
    try {
      const acknowledged = new Map<string, string>();
      for (let round = 0; round < rounds; round += 1) {
        // The number of posts before the kill varies by round.
        const enough = acknowledged.size + 3 + ((round * 7) % 17);
        await postAndKill(dataDir, acknowledged, enough);
        const stored = storedIn({ dataDir });
        expect(stored.integrity).toEqual(noDamage);
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

/** Posts until the site is killed. Adds the address and the state of every successful post to `acknowledged`. */
async function postAndKill(dataDir: string, acknowledged: Map<string, string>, enough: number): Promise<void> {
  const site = await startSite({ dataDir, env });
  const pending: Promise<unknown>[] = [];
  let failed: unknown;
  await new Promise<void>((resolve) => {
    const send = async (state: 'accepted' | 'held') => {
      const typed = answers(state === 'accepted' ? { altcha: await makeProof() } : {});
      const response = await post(site, workshop.id, typed);
      if (response.status !== 303) failed = new Error(`a post got ${response.status}`);
      else acknowledged.set(typed['inf_field_Email'] as string, state);
      if (failed || acknowledged.size >= enough) resolve();
    };
    // A post that the kill interrupts was not acknowledged.
    const timer = setInterval(() => pending.push(send(pending.length % 2 ? 'held' : 'accepted').catch(() => {})), intervalMs);
    void site.process.once('exit', () => clearInterval(timer));
  }).then(() => site.end('SIGKILL'));
  await Promise.all(pending);
  if (failed) throw failed;
}
