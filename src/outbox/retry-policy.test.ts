import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoffMs } from './retry-policy.ts';
import { retryAfterSeconds } from './channels/http-request.ts';
import { hourMs } from '../durations.ts';

const anyShare = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

it('the backoff grows from one second to half an hour, with jitter', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), anyShare, anyShare, (attempts, share, other) => {
      const wait = backoffMs(attempts, () => share);
      expect(wait).toBeGreaterThanOrEqual(1000);
      expect(wait).toBeLessThanOrEqual(hourMs / 2);
      expect(backoffMs(attempts + 1, () => other)).toBeGreaterThanOrEqual(wait / 2);
      // Jitter: deliveries that failed together are not retried together.
      expect(backoffMs(attempts, () => 0.999)).toBeGreaterThan(1.9 * backoffMs(attempts, () => 0));
    }),
  );
});

it('a Retry-After is parsed in seconds or as a date only', () => {
  const now = new Date('2026-11-02T12:00:00Z');
  const read = (value: string) => retryAfterSeconds(new Headers({ 'retry-after': value }), now);
  expect(['0', '120', ' 7 ', 'Mon, 02 Nov 2026 12:01:30 GMT', 'Sun, 01 Nov 2026 12:00:00 GMT'].map(read)).toEqual([0, 120, 7, 90, 0]);
  expect(['', '-1', '1.5', 'soon', '2026-11-02', '99999999999'].map(read)).toEqual(Array(6).fill(undefined));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 9 - 1 }), (seconds) => {
      expect(read(String(seconds))).toBe(seconds);
    }),
  );
});
