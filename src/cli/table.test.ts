import { expect, it } from 'vitest';
import { dataWith } from '../../test/support/cli-data.ts';
import { signIn } from '../../test/support/remote-desk.ts';
import { openStore } from '../app/open-store.ts';

it('a table whose uncut columns fill the terminal has longer lines, and keeps eight columns of each of the others', async () => {
  using data = await dataWith([]);
  const store = await openStore(`file:${data.file}`);
  const name = 'Ada '.repeat(20).trim();
  await signIn(store.organizers, { name, role: 'organizer', now: new Date() });
  await store.close();
  const { status, stdout } = await data.organizer(['desk', 'sessions'], {}, { columns: 100 });
  const [heading, row] = stdout.split('\n');
  expect([status, heading]).toEqual([0, expect.stringMatching(/^Name +Role +Passkeys +Session +Device {4}Last se…$/u)]);
  expect(row).toMatch(/^(Ada ){20} organizer {2}1 passkey {2}[\da-f]{10} {2}Firefox… {2}\d{4}-\d\d…$/u);
});
