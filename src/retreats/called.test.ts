import { expect, it } from 'vitest';
import { engines } from '../../test/support/databases.ts';
import { createTestWaitlist } from '../../test/support/waitlist.ts';

it.each(engines)('finds an entry by the beginning of its id, in any case, and ten at most, over %s', async (engine) => {
  await using waitlist = await createTestWaitlist(engine);
  for (let number = 0; number < 11; number += 1) await waitlist.join(`founder${number}`);
  const ids = (await waitlist.store.waitlist.list()).map(({ id }) => id);
  const called = async (start: string) => (await waitlist.store.waitlist.list({ called: start })).map(({ id }) => id);
  for (const id of ids) {
    expect(await called(id)).toEqual([id]);
    const start = Array.from(id, (_, index) => id.slice(0, index + 1)).find(
      (part) => ids.filter((one) => one.startsWith(part)).length === 1,
    );
    expect(await called((start as string).toUpperCase())).toEqual([id]);
  }
  expect(await called('')).toHaveLength(10);
  expect(await called(`${ids[0]}0`)).toEqual([]);
  expect(await called('%')).toEqual([]);
});
