import { expect, it } from 'vitest';
import { engines } from '../../test/support/databases.ts';
import { createTestWaitlist } from '../../test/support/waitlist.ts';

it.each(engines)('the waitlist finds entries by the prefix of an id, in any case, ten at most, over %s', async (engine) => {
  await using waitlist = await createTestWaitlist(engine);
  for (let number = 0; number < 11; number += 1) await waitlist.join(`founder${number}`);
  const ids = (await waitlist.store.waitlist.list()).map(({ id }) => id);
  const idsWithPrefix = async (prefix: string) => (await waitlist.store.waitlist.list({ idPrefix: prefix })).map(({ id }) => id);
  for (const id of ids) {
    expect(await idsWithPrefix(id)).toEqual([id]);
    const shortest = Array.from(id, (_, index) => id.slice(0, index + 1)).find(
      (part) => ids.filter((other) => other.startsWith(part)).length === 1,
    );
    expect(await idsWithPrefix((shortest as string).toUpperCase())).toEqual([id]);
  }
  expect(await idsWithPrefix('')).toHaveLength(10);
  expect(await idsWithPrefix(`${ids[0]}0`)).toEqual([]);
  expect(await idsWithPrefix('%')).toEqual([]);
});
