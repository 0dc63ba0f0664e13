import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOf } from './rate-limit.ts';

const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const formatIPv6 = (numbers: number[]) => numbers.map((group) => group.toString(16)).join(':');

describe('the network of a client', () => {
  it('is the address itself for IPv4, also as an IPv4-mapped IPv6 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(networkOf(address)).toBe(address);
        expect(networkOf(`::ffff:${address}`)).toBe(address);
        expect(networkOf(`::FFFF:${address}`)).toBe(address);
      }),
    );
  });

  it('is the first 56 bits for IPv6', () => {
    fc.assert(
      fc.property(groups, groups, fc.integer({ min: 0, max: 55 }), (first, second, bit) => {
        // An address that begins with 2001: is never an IPv4-mapped one.
        const prefix = [0x2001, ...first.slice(1, 4)];
        const withHostOf = (from: number[]) => [
          ...prefix.slice(0, 3),
          ((prefix[3] as number) & 0xff00) | ((from[3] as number) & 0xff),
          ...from.slice(4),
        ];
        expect(networkOf(formatIPv6(withHostOf(second)))).toBe(networkOf(formatIPv6(withHostOf(first))));
        const moved = withHostOf(first);
        moved[Math.floor(bit / 16)] = (moved[Math.floor(bit / 16)] as number) ^ (0x8000 >> (bit % 16));
        expect(networkOf(formatIPv6(moved))).not.toBe(networkOf(formatIPv6(withHostOf(first))));
      }),
    );
  });

  it('does not depend on the notation', () => {
    expect(networkOf('2001:DB8:0:0:0:0:0:1')).toBe(networkOf('2001:db8::2'));
    expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2%eth0'));
  });

  it('is a string for any text that a proxy sends', () => {
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
