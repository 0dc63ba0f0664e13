import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOf } from './rate-limit.ts';

/** Who counts as one client. */
const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const spelt = (numbers: number[]) => numbers.map((group) => group.toString(16)).join(':');

describe('the network of a client', () => {
  it('is the address itself over IPv4, however it is spelt', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(networkOf(address)).toBe(address);
        expect(networkOf(`::ffff:${address}`)).toBe(address);
        expect(networkOf(`::FFFF:${address}`)).toBe(address);
      }),
    );
  });

  it('is the first 56 bits over IPv6', () => {
    fc.assert(
      fc.property(groups, groups, fc.integer({ min: 0, max: 55 }), (one, other, bit) => {
        // 2001:… is never an IPv4 address in disguise.
        const street = [0x2001, ...one.slice(1, 4)];
        const lower = (from: number[]) => [
          ...street.slice(0, 3),
          ((street[3] as number) & 0xff00) | ((from[3] as number) & 0xff),
          ...from.slice(4),
        ];
        expect(networkOf(spelt(lower(other)))).toBe(networkOf(spelt(lower(one))));
        const moved = lower(one);
        moved[Math.floor(bit / 16)] = (moved[Math.floor(bit / 16)] as number) ^ (0x8000 >> (bit % 16));
        expect(networkOf(spelt(moved))).not.toBe(networkOf(spelt(lower(one))));
      }),
    );
  });

  it('does not depend on the spelling', () => {
    expect(networkOf('2001:DB8:0:0:0:0:0:1')).toBe(networkOf('2001:db8::2'));
    expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2%eth0'));
  });

  it('is something for whatever a proxy says', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.ipV6(), fc.constantFrom('', 'unknown', '_hidden', '0x7f.1', '1', '[::1]:80')),
        (text) => {
          expect(typeof networkOf(text)).toBe('string');
        },
      ),
      { numRuns: 1000 },
    );
  });
});
