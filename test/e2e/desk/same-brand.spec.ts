import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('an organizer who invites two founders of one brand together is told so, until one of them is left out', async ({ page, desk }) => {
  await page.goto(`${desk.origin}/retreat`);
  for (const name of ['Ada Byron', 'Cleo Vane', 'Dora Maar']) await page.getByLabel(`Select ${name}`).check();
  await page.getByRole('button', { name: 'Invite the 3 selected founders' }).click();
  const warning = page.getByText('from the same brand');
  await expect(warning).toHaveText(
    /^2 of these founders are from the same brand: .?Ada Byron.? of .?Crumb & Co\..?, .?Cleo Vane.? of .?CRUMB and Co, LLC.?\.$/u,
  );
  await page.getByRole('button', { name: 'Leave out Cleo Vane' }).click();
  await expect(warning).toHaveCount(0);
  await page.getByRole('button', { name: 'Send 2 invitations' }).click();
  await expect(page.getByText('2 founders are invited until')).toBeVisible();
});
