import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { loadContent } from '../src/content/load.ts';
import { workshopForm } from '../src/forms/fields.ts';
import { createProofs } from '../src/submissions/proof-of-work.ts';
import { settingsSchema } from '../src/app/settings.ts';

const content = loadContent();

/** The form that is posted: the first workshop's, which has the most fields. */
export const form = workshopForm(content, content.workshops[0]!);

export const secret = 'the secret of the bench and of the site that it starts';
export const cost = settingsSchema.shape.PROOF_COST.parse(undefined);

/** The tries that a visitor's browser needs on average. The bench knows the number, so it needs one try. */
const tries = 1000;

/** Makes the challenges of a site with this secret, which accepts the proofs. */
const proofs = createProofs({ secret, cost, minFillMs: 0, now: () => new Date(), tries: () => tries });

let postCount = 0;

/** Returns the body of a post, with the proof of work that a browser would compute at the default cost. */
async function preparedBody(): Promise<string> {
  const challenge = await proofs.createChallenge();
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: tries });
  postCount += 1;
  return new URLSearchParams({
    inf_field_FirstName: 'Ottoline',
    inf_field_LastName: `Vane ${postCount}`,
    inf_field_Email: `founder.${postCount}.${secret.length}@example.com`,
    inf_field_Company: 'Vane & Daughters',
    inf_field_Phone1: '(512) 555-0134',
    inf_custom_SystemSize: '11-25 Units',
    inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions: 'How did you find the first ten franchisees, and what would you ask them today?',
    altcha: btoa(JSON.stringify({ challenge, solution })),
  }).toString();
}

/** Returns `count` bodies. Makes four at a time, which keeps the thread pool of the process busy. */
export async function preparedBodies(count: number): Promise<string[]> {
  const bodies: string[] = [];
  const work = async () => {
    while (bodies.length < count) bodies.push(await preparedBody());
  };
  await Promise.all([work(), work(), work(), work()]);
  return bodies.slice(0, count);
}
