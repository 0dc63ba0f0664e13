import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../app/open-store.ts';
import { temporaryFolder } from '../../test/support/databases.ts';
import { addressIdOf } from '../database/address-id.ts';

it('restoring a copy keeps the unsubscriptions from letters that were made after the copy', async () => {
  using temporary = temporaryFolder();
  const copy = join(temporary.folder, 'copy.db');
  await using store = await openStore(`file:${join(temporary.folder, 'site.db')}`);
  const [before, after] = ['before@example.com', 'after@example.com'].map((email) => addressIdOf('a secret', email)) as [string, string];
  await store.letters.optOut(before, new Date());
  await store.database.backUp(copy);
  await store.letters.optOut(after, new Date());
  await store.database.restore(copy, temporary.folder, () => 'a secret');
  for (const addressId of [before, after]) expect(await store.letters.findOptOut(addressId)).toBeDefined();
});
