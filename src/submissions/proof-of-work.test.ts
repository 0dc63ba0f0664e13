import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createProofs } from './proof-of-work.ts';
import { makeProof, cheapProofs } from '../../test/support/proof.ts';
import { minuteMs } from '../durations.ts';

const at = (now: Date, minFillMs = 0) => createProofs({ secret: cheapProofs.SECRET, cost: 1, minFillMs, now: () => now });

const base64 = fc.oneof(fc.json({ maxDepth: 4 }), fc.string({ unit: 'binary' })).map((text) => Buffer.from(text).toString('base64'));

describe('a proof of work', () => {
  it('of arbitrary text is invalid, and its check throws no error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(base64, fc.string({ unit: 'binary', maxLength: 200 })), async (text) => {
        expect(await at(new Date()).verify(text)).toEqual({ isValid: false });
      }),
      { numRuns: 1000 },
    );
  });

  it('is invalid if any of its values is changed', async () => {
    const text = await makeProof();
    const whole = JSON.parse(atob(text)) as { challenge: { parameters: Record<string, unknown> } };
    expect(await at(new Date()).verify(text)).toMatchObject({ isValid: true });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(whole.challenge.parameters)), fc.jsonValue({ maxDepth: 2 }), async (name, value) => {
        fc.pre(JSON.stringify(value) !== JSON.stringify(whole.challenge.parameters[name]));
        const parameters = { ...whole.challenge.parameters, [name]: value };
        const changed = btoa(unescape(encodeURIComponent(JSON.stringify({ ...whole, challenge: { ...whole.challenge, parameters } }))));
        expect(await at(new Date()).verify(changed)).toEqual({ isValid: false });
      }),
      { numRuns: 500 },
    );
  });

  it('expires after twenty minutes and a minute for clocks that differ', async () => {
    const issuedAt = new Date(Date.now() - 5 * minuteMs);
    const text = await makeProof({ issuedAt });
    expect(await at(new Date(issuedAt.getTime() + 20 * minuteMs)).verify(text)).toMatchObject({ isValid: true });
    expect(await at(new Date(issuedAt.getTime() + 21 * minuteMs)).verify(text)).toEqual({ isValid: false });
  });

  it('is early until the minimum fill time has passed', async () => {
    const issuedAt = new Date();
    const text = await makeProof({ issuedAt });
    const verifyAfter = async (ms: number) => at(new Date(issuedAt.getTime() + ms), 2000).verify(text);
    expect(await verifyAfter(1999)).toMatchObject({ isValid: true, isEarly: true });
    expect(await verifyAfter(2000)).toMatchObject({ isValid: true, isEarly: false });
  });
});
