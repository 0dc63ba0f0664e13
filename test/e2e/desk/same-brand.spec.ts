import { answersOf, registration, storeAll } from '../../support/desk.ts';
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

test('one warning for each brand names its founders who are invited already and those who are about to be', async ({
  page,
  desk,
  folder,
}) => {
  const names = ['Nora Helm', 'Opal Reed', 'Pia Lund'];
  await storeAll(
    folder,
    names.map((name) => registration({ more: answersOf(name, name === 'Pia Lund' ? 'Hearth' : 'Crumb & Co') })),
  );
  const founders = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as { id: string; firstName: string }[];
  for (const { id } of founders.filter(({ firstName }) => ['Ada', 'Nora', 'Dora'].includes(firstName)))
    await desk.organizer('retreat', 'invite', id, '--yes');
  await page.goto(`${desk.origin}/retreat`);
  for (const name of ['Cleo Vane', 'Opal Reed', 'Pia Lund']) await page.getByLabel(`Select ${name}`).check();
  await page.getByRole('button', { name: 'Invite the 3 selected founders' }).click();
  const warning = page.getByText('from the same brand');
  const ofCrumb =
    'Ada Byron of Crumb & Co. is already invited, Nora Helm of Crumb & Co is already invited, so with Cleo Vane of CRUMB and Co, LLC and Opal Reed of Crumb & Co there would be 4 founders from the same brand.';
  const ofHearth = 'Dora Maar of Hearth is already invited, so there would be two founders from the same brand.';
  await expect(warning).toHaveText([ofCrumb, ofHearth]);
  await page.getByRole('button', { name: 'Leave out Opal Reed' }).click();
  await expect(warning).toHaveText([
    'Ada Byron of Crumb & Co. is already invited, Nora Helm of Crumb & Co is already invited, so there would be 3 founders from the same brand.',
    ofHearth,
  ]);
});
