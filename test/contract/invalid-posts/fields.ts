import { honeypot, proofField } from '../../../src/forms/hidden-fields.ts';
import { makeProof } from '../../support/proof.ts';
import { wires } from './invalid-post.ts';
import type { InvalidPost } from './invalid-post.ts';

/** Field names that would overwrite other properties in a program that copies every field (mass assignment). None is stored. */
const assigned: InvalidPost[] = [
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

const duplicates: InvalidPost[] = [
  ...[wires.first, wires.email, wires.size, 'inf_form_xid', 'inf_form_name', 'utm_source'].map((wire) => ({
    name: `${wire} twice`,
    more: `${wire}=x&${wire}=x`,
    status: 400,
  })),
  { name: 'a box twice', more: `${wires.slack}=1512&${wires.slack}=1512`, status: 400 },
  { name: 'the email address a second time, with a percent-encoded name', more: 'inf_field_%45mail=somebody@example.com', status: 400 },
  { name: 'the proof twice', more: `${proofField}=x`, status: 400 },
  { name: 'the honeypot twice', more: `${honeypot}=&${honeypot}=`, status: 400 },
  { name: 'an unknown field twice', more: 'x=1&x=2', status: 303, stored: 'accepted' },
];

const amounts: InvalidPost[] = [
  // The valid post has six fields and a proof.
  { name: '100 fields', more: 'x=1&'.repeat(93), status: 303, stored: 'accepted' },
  { name: '101 fields', more: 'x=1&'.repeat(94), status: 413 },
  { name: '30,000 fields', more: '&x'.repeat(30_000), status: 413 },
  { name: '64 KiB and a byte', body: () => `x=${'y'.repeat(65_535)}`, status: 413 },
  { name: '64 KiB without a known field', body: () => `x=${'y'.repeat(65_534)}`, status: 422 },
  { name: 'a campaign parameter of 600 characters', more: `utm_source=${'x'.repeat(600)}`, status: 303, stored: 'accepted' },
];

const good = async () => JSON.parse(atob(await makeProof())) as { challenge: { signature: string; parameters: object }; solution: object };
const changed = (change: (payload: Awaited<ReturnType<typeof good>>) => object) => async () => btoa(JSON.stringify(change(await good())));
const proofLifetimeMs = 21 * 60_000;

const forged: Record<string, () => Promise<string>> = {
  'is not base64': async () => '%%%',
  'is not JSON': async () => btoa('{'),
  'is null': async () => btoa('null'),
  'is an empty object': async () => btoa('{}'),
  'is a list': async () => btoa('[[]]'),
  'is a deeply nested list': async () => btoa('['.repeat(10_000)),
  'has another signature': changed(({ challenge, solution }) => ({ challenge: { ...challenge, signature: '0'.repeat(64) }, solution })),
  'has no signature': changed(({ challenge, solution }) => ({ challenge: { ...challenge, signature: '' }, solution })),
  'has its signature in capitals': changed(({ challenge, solution }) => ({
    challenge: { ...challenge, signature: challenge.signature.toUpperCase() },
    solution,
  })),
  'has a reduced cost': changed(({ challenge, solution }) => ({
    challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 0 } },
    solution,
  })),
  'has an excessive cost': changed(({ challenge, solution }) => ({
    challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 2 ** 31, keySignature: undefined } },
    solution,
  })),
  'never expires': changed(({ challenge, solution }) => ({
    challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 1e300 } },
    solution,
  })),
  'is not solved': changed(({ challenge }) => ({ challenge, solution: { counter: 1, derivedKey: '00' } })),
  'is solved by a string': changed(({ challenge, solution }) => ({ challenge, solution: { ...solution, counter: '1' } })),
  'has expired': () => makeProof({ issuedAt: new Date(Date.now() - proofLifetimeMs - 2000) }),
};

const guards: InvalidPost[] = [
  ...Object.entries(forged).map(([kind, made]) => ({
    name: `a proof that ${kind}`,
    proof: made,
    status: 422,
    message: /robots out has expired/u,
  })),
  { name: 'no proof', proof: undefined, status: 303, stored: 'held' },
  { name: 'no proof, and a `state` field', proof: undefined, more: 'state=accepted', status: 303, stored: 'held' },
  { name: 'a filled honeypot', more: `${honeypot}=x`, status: 303, stored: 'quarantined' },
  { name: 'a space in the honeypot', more: `${honeypot}=+`, status: 303, stored: 'quarantined' },
  { name: 'a filled honeypot and no proof', proof: undefined, more: `${honeypot}=http://evil.example`, status: 303, stored: 'quarantined' },
  { name: 'a filled honeypot and a forged proof', proof: async () => btoa('{}'), more: `${honeypot}=x`, status: 422 },
];

export const fields = [...assigned, ...duplicates, ...amounts, ...guards];
