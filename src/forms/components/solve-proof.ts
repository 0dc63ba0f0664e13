import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib';
import { paths } from '../../paths.ts';

/** A proof is made anew when it is this old, well before its challenge runs out, in milliseconds. */
const tooOld = 15 * 60_000;

/** A phone with eight processors gets warm for nothing; four find the answer soon enough. */
const mostWorkers = 4;

/** How long a challenge and its answer are waited for: then the form is sent without, and is confirmed by mail. In milliseconds. */
const patience = { challenge: 10_000, answer: 30_000 };

/** Two instances of the site may not agree on the time to the last bit, in milliseconds. */
const margin = 250;

/** A challenge, and when this page had it: it was issued then or before. By the clock of the day, which goes on while a laptop sleeps. */
export interface Had {
  challenge: Challenge;
  at: number;
}

/** The work that a form does while somebody types. */
export interface ProofOfWork {
  /** The text of the `altcha` field; empty when no answer could be found here. Never rejects. */
  text: Promise<string>;
  /** The same once it is there; undefined before. */
  found: () => string | undefined;
  /** Whether another should be begun in its place: it failed, or is about to expire. */
  isUseless: () => boolean;
}

/** Begins to work on a challenge: the one that came with the page, or a fresh one. */
export function startProof(given?: Had): ProofOfWork {
  const since = given?.at ?? Date.now();
  let found: string | undefined;
  let failed = false;
  const text = (async () => (found = await answerTo(given ?? (await fetchChallenge()))))().catch(() => {
    failed = true;
    return '';
  });
  return { text, found: () => found, isUseless: () => failed || isOld(since) };
}

/** Whether it is too late to begin with a challenge, or to send its answer. */
export function isOld(since: number): boolean {
  return Date.now() - since > tooOld;
}

async function fetchChallenge(): Promise<Had> {
  // Plain http to anything but this machine has no cryptography (Secure Contexts, 3.1): nothing to ask for then.
  if (!isSecureContext) throw new Error('no cryptography here');
  const answer = await fetch(paths.challenge, { signal: AbortSignal.timeout(patience.challenge) });
  if (!answer.ok) throw new Error(`no challenge: ${answer.status}`);
  return { challenge: (await answer.json()) as Challenge, at: Date.now() };
}

async function answerTo({ challenge, at }: Had): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(mostWorkers, navigator.hardwareConcurrency || 2),
    createWorker: () => new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' }),
    timeout: patience.answer,
  });
  if (!solution) return '';
  // Who lets a password manager fill the form in is quicker than a person can type, and is one all the same.
  const least = Number(challenge.parameters.data?.['readyAfter'] ?? 0);
  const early = least && at + least + margin - Date.now();
  if (early > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(early, least + margin)));
  return btoa(JSON.stringify({ challenge, solution }));
}
