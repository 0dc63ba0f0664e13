import { expect, it } from 'vitest';
import { dataWith } from '../../test/support/cli-data.ts';
import { recording } from '../../test/support/recording.ts';

it('organizer retreat extend moves the deadline of an open invitation, and prints the same link', async () => {
  using data = await dataWith([recording({ inf_field_Email: 'ada@example.com' }, { form: 'waitlist' })]);
  const [ada] = data.ids as [string];
  const retreat = (...args: string[]) => data.organizer(['retreat', ...args], { TZ: 'UTC' });
  const refused = await retreat('extend', ada);
  expect([refused.status, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('The founder is on the waitlist, so there is no invitation to extend.');
  const { url } = JSON.parse((await retreat('invite', ada, '--expires', '36h', '--json')).stdout) as { url: string };
  const earlier = await retreat('extend', ada, '--expires', '35h');
  expect([earlier.status, earlier.stderr]).toEqual([
    1,
    expect.stringMatching(/The founder can already answer until .* Choose more days\.$/mu),
  ]);
  const extended = JSON.parse((await retreat('extend', ada.slice(0, 35), '--json')).stdout) as { expiresAt: string };
  expect(extended).toEqual({ id: ada, url, expiresAt: expect.any(String) as string });
  expect(Math.abs(Date.parse(extended.expiresAt) - Date.now() - 7 * 24 * 3_600_000)).toBeLessThan(60_000);
  expect((await retreat('extend', ada, '--expires', '9d')).stdout).toMatch(
    /^The invitation of Ottoline Vane is now open until .*\. Its link:\n.*\/invitation\/[\w-]{22,}\n$/su,
  );
  expect((await retreat('history', ada)).stdout).toMatch(/organizer +extend +invited\n$/u);
  for (const args of [[], [ada, '--expires', '0d'], [ada, '--over-capacity']]) expect((await retreat('extend', ...args)).status).toBe(2);
});
