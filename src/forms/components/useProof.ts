import { useRef, useState } from 'react';
import { solveChallengeWorkers, type Challenge } from 'altcha-lib';
import { paths } from '../../paths.ts';
// oxlint-disable-next-line import/default -- Vite resolves it to the address of the built worker
import workerUrl from './proof-worker.ts?worker&url';

/** A proof of this age is replaced, well before its challenge expires. */
const maxAgeMs = 15 * 60_000;

/** More workers would only heat up a phone with eight processors; four find the solution soon enough. */
const maxWorkers = 4;

/** After these times the form is sent without a proof and is confirmed by email. */
const timeoutMs = { challenge: 10_000, solution: 30_000 };

/**
 * How much longer than required a form waits: the instance that checks the proof may be this far behind the one that issued the challenge.
 */
const readyMarginMs = 250;

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => unknown };
}

/**
 * The content security policy lets scripts be loaded by an address only through this policy (W3C Trusted Types), and it knows one address.
 */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('proof-worker', {
  createScriptURL: () => workerUrl,
});
const trustedWorkerUrl = policy?.createScriptURL('') ?? workerUrl;

/** A challenge, and the latest time at which it can have been issued, by the wall clock, which continues while a laptop sleeps. */
interface ReceivedChallenge {
  challenge: Challenge;
  atMs: number;
}

/**
 * The proof of work of one form. It starts with the first touch and is done before a person has typed. One that failed, has expired or was
 * sent is replaced. `challenge` came with the page.
 */
export function useProof(needsProof: boolean, challenge: Challenge | undefined) {
  const running = useRef<ProofOfWork>(undefined);
  const [received] = useState(() => challenge && { challenge, atMs: Date.now() });
  const unused = useRef(received);

  const current = () => {
    if (running.current && !running.current.isStale()) return running.current;
    running.current = startProof(unused.current && !isExpired(unused.current.atMs) ? unused.current : undefined);
    unused.current = undefined;
    return running.current;
  };

  return {
    start: () => {
      if (needsProof) current();
    },
    /** Returns the text to send once it is known; undefined before. Empty if none is needed or none was found. */
    solved: () => (needsProof ? current().solved() : ''),
    ready: () => current().text,
    /** The proof was sent: the next submission needs another. */
    spend: () => {
      running.current = undefined;
    },
  };
}

/** Starts solving a challenge while the visitor types: the one that came with the page, or a new one. */
function startProof(received?: ReceivedChallenge) {
  const startedAtMs = received?.atMs ?? Date.now();
  let solved: string | undefined;
  let failed = false;
  const text = (async () => (solved = await solve(received ?? (await fetchChallenge()))))().catch(() => {
    failed = true;
    return '';
  });
  return {
    /** The value of the `altcha` field; empty when no solution was found. Never rejects. */
    text,
    /** Returns the same value once it is known; undefined before. */
    solved: () => solved,
    /** Whether another proof should replace this one: it failed, or is about to expire. */
    isStale: () => failed || isExpired(startedAtMs),
  };
}

type ProofOfWork = ReturnType<typeof startProof>;

/** Whether it is too late to start with a challenge, or to send its solution. */
const isExpired = (startedAtMs: number) => Date.now() - startedAtMs > maxAgeMs;

async function fetchChallenge(): Promise<ReceivedChallenge> {
  // Over plain http, a page of another machine has no Web Crypto (Secure Contexts, 3.1), so no challenge is requested.
  if (!isSecureContext) throw new Error('no cryptography here');
  const response = await fetch(paths.challenge, { signal: AbortSignal.timeout(timeoutMs.challenge) });
  if (!response.ok) throw new Error(`no challenge: ${response.status}`);
  return { challenge: (await response.json()) as Challenge, atMs: Date.now() };
}

async function solve({ challenge, atMs }: ReceivedChallenge): Promise<string> {
  const solving = solveChallengeWorkers({
    challenge,
    concurrency: Math.min(maxWorkers, navigator.hardwareConcurrency || 2),
    createWorker: () => new Worker(trustedWorkerUrl as string, { type: 'module' }),
    timeout: timeoutMs.solution,
  });
  // The timeout of a worker starts once its script has arrived, which can take forever on a connection that stalls.
  const solution = await Promise.race([solving, new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs.solution))]);
  if (!solution) return '';
  // A password manager fills in the form faster than a person can type; its user is still a person.
  const minFillMs = Number(challenge.parameters.data?.['readyAfter'] ?? 0);
  const remainingMs = minFillMs && atMs + minFillMs + readyMarginMs - Date.now();
  if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(remainingMs, minFillMs + readyMarginMs)));
  return btoa(JSON.stringify({ challenge, solution }));
}
