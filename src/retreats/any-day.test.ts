import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engines } from '../../test/support/temporary-database.ts';
import { smallHouse } from '../../test/support/retreat-house.ts';

describe.each(engines)('a year of the waitlist, over %s', (engine) => {
  it('holds the seats and the table through any day of any house', { timeout: 120_000 }, async () => {
    const names = ['ada', 'bea', 'cleo', 'dot'];
    const step = fc.tuple(
      fc.constantFrom(...names),
      fc.constantFrom('join', 'invite', 'accept', 'decline', 'later', 'revoke', 'leave', 'reopen', 'lapse'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await using house = await smallHouse(engine);
        for (const name of names) await house.join(name);
        for (const [name, what] of steps) {
          house.clock.now = new Date(house.clock.now.getTime() + 20 * 60 * 60_000);
          if (what === 'join') await house.join(name);
          else if (what === 'lapse') await house.lapse();
          // An answer is never refused with an error: every link shows her something.
          else if (what === 'accept' || what === 'decline' || what === 'later') await house.answer(name, what);
          else if (what === 'invite') await house.invite(name, { overCapacity: true }).catch(onlyNotAllowed);
          else await house[what](name).catch(onlyNotAllowed);
          const { accepted } = await house.store.waitlist.counts();
          expect(accepted).toBeLessThanOrEqual(2);
          const open = await house.query('SELECT entry_id FROM invitations WHERE revoked_at IS NULL');
          expect(new Set(open.map(({ entry_id }) => entry_id)).size, 'one invitation stands for each').toBe(open.length);
        }
      }),
      { numRuns: engine === 'sqlite' ? 25 : 8 },
    );
  });
});

function onlyNotAllowed(error: unknown): void {
  expect((error as Error).name).toBe('NotAllowed');
}
