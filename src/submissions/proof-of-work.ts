import { createHmac } from 'node:crypto';
import { createChallenge, randomInt, verifySolution, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { challengeLifetimeMs, maxClockSkewMs } from './limits.ts';

/** Proofs of work: expensive for a bot that sends a thousand forms, and not noticeable for a visitor. */
export type Proofs = ReturnType<typeof createProofs>;

/**
 * `isEarly`: the post came sooner after the challenge than a person can type. `signature` identifies the spent proof, and has to be
 * remembered until `expiresAt`.
 */
export type Verdict = { isValid: false } | { isValid: true; signature: string; expiresAt: Date; isEarly: boolean };

interface ProofParts {
  secret: string;
  /** Rounds of PBKDF2 for each try. */
  cost: number;
  /** A post that arrives sooner after its challenge than this is marked as early. */
  minFillMs: number;
  now: () => Date;
  /** The number of tries that finds the answer; by default a random one between two bounds, so that no visitor waits long. */
  tries?: () => number;
}

const payload = z.object({
  challenge: z.object({
    signature: z.string(),
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
      data: z.object({ issuedAt: z.number(), readyAfter: z.number() }),
    }),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
});

const minTries = 500;
const maxTries = 1500;

/**
 * Signed challenges of ALTCHA version 2 (altcha.org/docs), valid for 20 minutes and the clock skew of two instances. The store remembers
 * the spent proofs.
 */
export function createProofs({ secret, cost, minFillMs, now, tries = () => randomInt(maxTries, minTries) }: ProofParts) {
  const keyFor = (use: string) => createHmac('sha256', secret).update(`altcha ${use}`).digest('base64url');
  const hmacSignatureSecret = keyFor('challenge');
  const hmacKeySignatureSecret = keyFor('answer');

  return {
    createChallenge(): Promise<Challenge> {
      const issuedAt = now().getTime();
      return createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: tries(),
        deriveKey,
        expiresAt: new Date(issuedAt + challengeLifetimeMs + maxClockSkewMs),
        data: { issuedAt, readyAfter: minFillMs },
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
    },

    /**
     * Checks the text of the `altcha` field: signed here, solved and not expired. Whether it was spent before is for the repository to check.
     * Never throws.
     */
    async verify(text: string): Promise<Verdict> {
      const parsed = payload.safeParse(decodeJson(text));
      if (!parsed.success) return { isValid: false };
      const { challenge, solution } = parsed.data;
      const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret, hmacKeySignatureSecret }).catch(
        () => ({ verified: false }),
      );
      const expiresAtMs = challenge.parameters.expiresAt * 1000;
      const waitedMs = now().getTime() - challenge.parameters.data.issuedAt;
      if (!verified || expiresAtMs <= now().getTime()) return { isValid: false };
      // An instance whose clock is behind accepts the proof for longer than this one.
      const expiresAt = new Date(expiresAtMs + 2 * maxClockSkewMs);
      // A negative wait means that the clock was set back, or that an instance with another clock issued the challenge. It says
      // nothing about the sender.
      return { isValid: true, signature: challenge.signature, expiresAt, isEarly: waitedMs >= 0 && waitedMs < minFillMs };
    },
  };
}

/** Returns undefined for text that is not JSON in Base64. */
function decodeJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString());
  } catch {
    return undefined;
  }
}
