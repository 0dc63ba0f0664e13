import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib';
import { createProofs } from '../../src/submissions/proof-of-work.ts';
import { paths } from '../../src/paths.ts';
import type { Site } from './site.ts';

/** Settings under which a machine may send as fast and as often as it likes. */
export const unlimited = { RATE_LIMIT_PER_MINUTE: '6000', MIN_FILL_SECONDS: '0', PROOF_COST: '1' };

/** A fresh challenge, solved as the form's script does. */
export async function solveProof(site: Pick<Site, 'url'>): Promise<string> {
  const challenge = (await (await fetch(site.url + paths.challenge)).json()) as Challenge;
  return encoded(challenge, await solveChallenge({ challenge, deriveKey }));
}

/** The text of the `altcha` field. */
export function encoded(challenge: Challenge, solution: unknown): string {
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Answers with a proof of their own. */
export async function withProof(site: Pick<Site, 'url'>, typed: Record<string, string>): Promise<Record<string, string>> {
  return { ...typed, altcha: await solveProof(site) };
}

/** What a site is started with whose challenges a test can make by itself: work that takes no time, and no least time to type in. */
export const cheapProofs = { SECRET: 'what only the tests and the site that they start know', PROOF_COST: '1', MIN_FILL_SECONDS: '0' };

/** Who makes a challenge knows how many tries it takes. */
const tries = 1;

/** A proof for a challenge that such a site could have given at that time, without asking the site. */
export async function makeProof({ issuedAt = new Date() }: { issuedAt?: Date } = {}): Promise<string> {
  const proofs = createProofs({ secret: cheapProofs.SECRET, cost: 1, minFill: 0, now: () => issuedAt, tries: () => tries });
  const challenge = await proofs.challenge();
  return encoded(challenge, await solveChallenge({ challenge, deriveKey, counterStart: tries }));
}
