import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib';
import { loadSecret } from '../../src/app/secret.ts';
import { createProofs } from '../../src/submissions/proof-of-work.ts';
import { paths } from '../../src/paths.ts';
import type { Site } from './site.ts';

/** Settings that allow any number of posts without delay. */
export const unlimited = { RATE_LIMIT_PER_MINUTE: '6000', MIN_FILL_SECONDS: '0', PROOF_COST: '1' };

/** Loads a challenge and solves it as the form's script does; returns the `altcha` field. */
export async function solveProof(site: Pick<Site, 'url'>): Promise<string> {
  const challenge = (await (await fetch(site.url + paths.challenge)).json()) as Challenge;
  return encoded(challenge, await solveChallenge({ challenge, deriveKey }));
}

/** Returns the text of the `altcha` field. */
function encoded(challenge: Challenge, solution: unknown): string {
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Returns the values with a new proof, which is made with the site's secret if it is known: to solve a challenge takes a thousand tries. */
export async function withProof(
  site: Pick<Site, 'url'> & Partial<Pick<Site, 'settings'>>,
  typed: Record<string, string>,
): Promise<Record<string, string>> {
  return { ...typed, altcha: site.settings ? await makeProof({ secret: secretIn(site.settings) }) : await solveProof(site) };
}

/** Returns the secret of a running site. */
const secretIn = ({ SECRET, DATA_DIR }: Record<string, string>) => loadSecret({ secret: SECRET, dataDir: DATA_DIR as string });

/** Settings of a site whose proofs a test can make by itself, without work and without a minimum fill time. */
export const cheapProofs = { SECRET: 'the secret of the tests and of the sites that they start', PROOF_COST: '1', MIN_FILL_SECONDS: '0' };

/** The number of tries of a challenge that the test makes itself. */
const tries = 1;

/** Makes a proof for a challenge that such a site could have issued at that time, without a request to the site. */
export async function makeProof({ issuedAt = new Date(), secret = cheapProofs.SECRET } = {}): Promise<string> {
  const proofs = createProofs({ secret, cost: 1, minFillMs: 0, now: () => issuedAt, tries: () => tries });
  const challenge = await proofs.createChallenge();
  return encoded(challenge, await solveChallenge({ challenge, deriveKey, counterStart: tries }));
}
