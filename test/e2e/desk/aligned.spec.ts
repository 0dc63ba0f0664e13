import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('the checkboxes of a group begin where the menu above them begins', async ({ page, desk }) => {
  await page.goto(`${desk.origin}/letters`);
  await page.getByRole('radio', { name: /waitlist/iu }).check();
  const group = page.getByRole('group', { name: /^System size/u });
  const checkboxes = await group.getByRole('checkbox').all();
  const menu = (await page.getByRole('combobox', { name: 'State' }).boundingBox())!;
  expect(checkboxes.length).toBeGreaterThan(3);
  for (const checkbox of checkboxes) expect((await checkbox.boundingBox())!.x).toBe(menu.x);
});
