import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib';
import { paths } from '../paths.ts';

/** A proof is fetched anew when it is this old, well before its challenge runs out, in milliseconds. */
const tooOld = 15 * 60_000;

/** A phone with eight processors gets warm for nothing; four find the answer soon enough. */
const mostWorkers = 4;

/** How long an answer is looked for: then the form is sent without one, and is confirmed by mail. In milliseconds. */
const patience = 30_000;

/** The work that a form does while somebody types. */
export interface ProofOfWork {
  /** The text of the `altcha` field; empty when no answer could be found here. Never rejects. */
  text: Promise<string>;
  startedAt: number;
}

/** Whether a proof can still be sent. */
export function isFresh({ startedAt }: ProofOfWork): boolean {
  return performance.now() - startedAt < tooOld;
}

/** Begins to work on a challenge: the one that came with the page, or a fresh one. */
export function startProof(given?: Challenge): ProofOfWork {
  const startedAt = performance.now();
  const text = solve(startedAt, given).catch(() => '');
  return { text, startedAt };
}

async function solve(startedAt: number, given?: Challenge): Promise<string> {
  const challenge = given ?? (await fetchChallenge());
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(mostWorkers, navigator.hardwareConcurrency || 2),
    createWorker: () => new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' }),
    timeout: patience,
  });
  if (!solution) return '';
  // Who lets a password manager fill the form in is quicker than a person can type, and is one all the same.
  const early = Number(challenge.parameters.data?.['readyAfter'] ?? 0) - (performance.now() - startedAt);
  if (early > 0) await new Promise((resolve) => setTimeout(resolve, early + 50));
  return btoa(JSON.stringify({ challenge, solution }));
}

async function fetchChallenge(): Promise<Challenge> {
  const answer = await fetch(paths.challenge, { signal: AbortSignal.timeout(patience) });
  if (!answer.ok) throw new Error(`no challenge: ${answer.status}`);
  return (await answer.json()) as Challenge;
}
