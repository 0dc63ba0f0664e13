import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('an organizer who invites founders is told which of them, and of those with a seat, are from the same brand', async ({
  page,
  desk,
}) => {
  const warning = page.getByText('from the same brand');
  const founders = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as { id: string; firstName: string }[];
  await page.goto(`${desk.origin}/retreat`);
  for (const name of ['Ada Byron', 'Cleo Vane', 'Dora Maar']) await page.getByLabel(`Select ${name}`).check();
  await page.getByRole('button', { name: 'Invite the 3 selected founders' }).click();
  await expect(warning).toHaveText(
    '2 founders from the same brand: Ada Byron of Crumb & Co. (waiting), Cleo Vane of CRUMB and Co, LLC (waiting).',
  );
  await page.keyboard.press('Escape');
  await page.getByLabel('Select Cleo Vane').uncheck();
  await page.getByRole('button', { name: 'Invite the 2 selected founders' }).click();
  await expect(warning).toHaveCount(0);
  await page.getByRole('button', { name: 'Send 2 invitations' }).click();
  await page.getByRole('button', { name: 'Invite: Cleo Vane' }).click();
  await expect(warning).toHaveText(
    '2 founders from the same brand: Ada Byron of Crumb & Co. (invited), Cleo Vane of CRUMB and Co, LLC (waiting).',
  );
  await page.keyboard.press('Escape');
  await desk.organizer('retreat', 'invite', founders.find(({ firstName }) => firstName === 'Cleo')!.id);
  await expect(page.getByRole('button', { name: 'Withdraw: Cleo Vane' })).toBeVisible();
  await page.getByRole('button', { name: 'Invite: Bea Potter' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Check the dates');
  await expect(warning).toHaveCount(0);
});
