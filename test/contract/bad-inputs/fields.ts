import { honeypot, proofField } from '../../../src/forms/guards.ts';
import { makeProof } from '../../support/proof.ts';
import { wires } from './bad-post.ts';
import type { BadPost } from './bad-post.ts';

/** Names that would change more than an answer, where a program copies what it is sent. None is stored. */
const assigned: BadPost[] = [
  '__proto__=x',
  '__proto__[state]=accepted',
  'constructor=x',
  'constructor[prototype][state]=accepted',
  'toString=x',
  'hasOwnProperty=x',
  'id=00000000-0000-7000-8000-000000000000',
  'number=1',
  'email_key=somebody@example.com',
  'received_at=1999-01-01',
  'superseded_by=x',
  'fields[inf_field_Email]=somebody@example.com',
  'inf_field_Email[]=somebody@example.com',
  'inf_field_Email.x=somebody@example.com',
  'INF_FIELD_EMAIL=somebody@example.com',
  'inf_field_Email%00=somebody@example.com',
  'formId=deadbeef',
  '_method=DELETE',
].map((more) => ({ name: more, more, status: 303, stored: 'accepted' }));

const twice: BadPost[] = [
  ...[wires.first, wires.email, wires.size, 'inf_form_xid', 'inf_form_name', 'utm_source'].map((wire) => ({
    name: `${wire} twice`,
    more: `${wire}=x&${wire}=x`,
    status: 400,
  })),
  { name: 'a box twice', more: `${wires.slack}=1512&${wires.slack}=1512`, status: 400 },
  { name: 'the address a second time, spelt in percents', more: 'inf_field_%45mail=somebody@example.com', status: 400 },
  { name: 'the proof twice', more: `${proofField}=x`, status: 400 },
  { name: 'the trap twice', more: `${honeypot}=&${honeypot}=`, status: 400 },
  { name: 'a field that nobody knows twice', more: 'x=1&x=2', status: 303, stored: 'accepted' },
];

const amounts: BadPost[] = [
  // Six answers and a proof are there already.
  { name: '100 fields', more: 'x=1&'.repeat(93), status: 303, stored: 'accepted' },
  { name: '101 fields', more: 'x=1&'.repeat(94), status: 413 },
  { name: '30,000 fields', more: '&x'.repeat(30_000), status: 413 },
  { name: '64 KiB and a byte', body: () => `x=${'y'.repeat(65_535)}`, status: 413 },
  { name: '64 KiB, and nothing in it', body: () => `x=${'y'.repeat(65_534)}`, status: 422 },
  { name: 'a campaign of 600', more: `utm_source=${'x'.repeat(600)}`, status: 303, stored: 'accepted' },
];

const good = async () => JSON.parse(atob(await makeProof())) as { challenge: { signature: string; parameters: object }; solution: object };
const changed = (change: (payload: Awaited<ReturnType<typeof good>>) => object) => async () => btoa(JSON.stringify(change(await good())));
const long = 20 * 60_000;

const forged: Record<string, () => Promise<string>> = {
  'is no base64': async () => '%%%',
  'is no JSON': async () => btoa('{'),
  'is null': async () => btoa('null'),
  'is an empty object': async () => btoa('{}'),
  'is a list': async () => btoa('[[]]'),
  'is a thousand lists deep': async () => btoa('['.repeat(10_000)),
  'has another signature': changed(({ challenge, solution }) => ({ challenge: { ...challenge, signature: '0'.repeat(64) }, solution })),
  'has no signature': changed(({ challenge, solution }) => ({ challenge: { ...challenge, signature: '' }, solution })),
  'has its signature in capitals': changed(({ challenge, solution }) => ({
    challenge: { ...challenge, signature: challenge.signature.toUpperCase() },
    solution,
  })),
  'costs less than it did': changed(({ challenge, solution }) => ({
    challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 0 } },
    solution,
  })),
  'would cost for ever': changed(({ challenge, solution }) => ({
    challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 2 ** 31, keySignature: undefined } },
    solution,
  })),
  'lives for ever': changed(({ challenge, solution }) => ({
    challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 1e300 } },
    solution,
  })),
  'is not solved': changed(({ challenge }) => ({ challenge, solution: { counter: 1, derivedKey: '00' } })),
  'is solved by a text': changed(({ challenge, solution }) => ({ challenge, solution: { ...solution, counter: '1' } })),
  'has run out': () => makeProof({ issuedAt: new Date(Date.now() - long - 2000) }),
};

const guards: BadPost[] = [
  ...Object.entries(forged).map(([kind, made]) => ({ name: `a proof that ${kind}`, proof: made, status: 422, says: /had run out/u })),
  { name: 'no proof', proof: undefined, status: 303, stored: 'held' },
  { name: 'no proof, and a state of its own', proof: undefined, more: 'state=accepted', status: 303, stored: 'held' },
  { name: 'a filled trap', more: `${honeypot}=x`, status: 303, stored: 'quarantined' },
  { name: 'a blank in the trap', more: `${honeypot}=+`, status: 303, stored: 'quarantined' },
  { name: 'a filled trap and no proof', proof: undefined, more: `${honeypot}=http://evil.example`, status: 303, stored: 'quarantined' },
  { name: 'a filled trap and a forged proof', proof: async () => btoa('{}'), more: `${honeypot}=x`, status: 422 },
];

export const fields = [...assigned, ...twice, ...amounts, ...guards];
