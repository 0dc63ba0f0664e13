import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engines } from '../../test/support/databases.ts';
import { retreatSlug } from '../../test/support/recording.ts';
import { createTestWaitlist } from '../../test/support/waitlist.ts';

describe.each(engines)('the waitlist over %s', (engine) => {
  it('never exceeds the seats and has one open invitation per entry after any sequence of events', { timeout: 120_000 }, async () => {
    const names = ['ada', 'bea', 'cleo', 'dot'];
    const step = fc.tuple(
      fc.constantFrom(...names),
      fc.constantFrom('join', 'invite', 'accept', 'decline', 'later', 'revoke', 'leave', 'reopen', 'lapse', 'extend'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await using waitlist = await createTestWaitlist(engine);
        for (const name of names) await waitlist.join(name);
        for (const [name, what] of steps) {
          waitlist.clock.now = new Date(waitlist.clock.now.getTime() + 20 * 60 * 60_000);
          if (what === 'join') await waitlist.join(name);
          else if (what === 'lapse') await waitlist.lapse();
          // An answer never throws: every link shows a page.
          else if (what === 'accept' || what === 'decline' || what === 'later') await waitlist.answer(name, what);
          else if (what === 'invite') await waitlist.invite(name, { overCapacity: true }).catch(onlyRefused);
          else await waitlist[what](name).catch(onlyRefused);
          const { accepted } = await waitlist.store.waitlist.countByState(retreatSlug);
          expect(accepted).toBeLessThanOrEqual(2);
          const open = await waitlist.query('SELECT entry_id FROM invitations WHERE revoked_at IS NULL');
          expect(new Set(open.map(({ entry_id }) => entry_id)).size, 'one open invitation per entry').toBe(open.length);
        }
      }),
      { numRuns: engine === 'sqlite' ? 25 : 8 },
    );
  });
});

function onlyRefused(error: unknown): void {
  expect((error as Error).name).toBe('Refused');
}
