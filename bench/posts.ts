import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { loadContent } from '../src/content/load.ts';
import { formsOf } from '../src/forms/catalog.ts';
import { createProofs } from '../src/submissions/proof-of-work.ts';
import { settingsSchema } from '../src/app/settings.ts';

/** The form that is posted: that of the first workshop, which asks the most. */
export const form = formsOf(loadContent())[1] as ReturnType<typeof formsOf>[number];

export const secret = 'what only the bench and the site that it starts know';
export const cost = settingsSchema.shape.PROOF_COST.parse(undefined);

/** As many tries as a visitor's browser needs on average. Who knows the number makes one try. */
const tries = 1000;

/** What a site makes challenges with that believes these proofs. */
export const proofs = createProofs({ secret, cost, minFill: 0, now: () => new Date(), tries: () => tries });

let made = 0;

/** The body of a post, with the proof that a browser would have worked out at the default cost. */
export async function preparedBody(): Promise<string> {
  const challenge = await proofs.challenge();
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: tries });
  made += 1;
  return new URLSearchParams({
    inf_field_FirstName: 'Ottoline',
    inf_field_LastName: `Vane ${made}`,
    inf_field_Email: `founder.${made}.${secret.length}@example.com`,
    inf_field_Company: 'Vane & Daughters',
    inf_field_Phone1: '(512) 555-0134',
    inf_custom_SystemSize: '11-25 Units',
    inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions: 'How did you find the first ten franchisees, and what would you ask them today?',
    altcha: btoa(JSON.stringify({ challenge, solution })),
  }).toString();
}

/** So many of them; a few at a time, so that the threads of the process are busy and no more. */
export async function preparedBodies(count: number): Promise<string[]> {
  const bodies: string[] = [];
  const work = async () => {
    while (bodies.length < count) bodies.push(await preparedBody());
  };
  await Promise.all([work(), work(), work(), work()]);
  return bodies.slice(0, count);
}
