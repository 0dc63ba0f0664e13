import { expect, replacePreviews, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('the dialog of a publish says why it cannot be pressed while there is a problem', async ({ page, desk }) => {
  await replacePreviews(page);
  const finding = { file: 'retreats/spring-2026/next-steps.yaml', pointer: '/checkOut/on', message: 'write a day after check-in' };
  const findings = [finding];
  const draft = { edits: 1, version: 'a', conflicts: 0, findings, launch: [], names: {} };
  const changes = [{ ...finding, before: '2026-05-03', after: '2026-05-01' }];
  await page.route('**/api/pages', (route) => route.fulfill({ json: draft }));
  await page.route('**/api/pages/changes', (route) =>
    route.fulfill({ json: { changes, conflicts: [], mailed: 0, notMailed: 0, seen: 'a' } }),
  );
  await page.goto(`${desk.origin}/pages?page=not-found`);
  const publish = page.getByRole('button', { name: 'Publish …' });
  await publish.click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await expect(dialog.getByText('The changes can be published once this problem is corrected.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Publish these changes' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  findings.push({ ...finding, pointer: '/checkIn/on' });
  await page.reload();
  await publish.click();
  await expect(dialog.getByText('The changes can be published once these 2 problems are corrected.')).toBeVisible();
  findings.length = 0;
  await page.reload();
  await publish.click();
  await expect(dialog.getByRole('button', { name: 'Publish these changes' })).toBeVisible();
  await expect(dialog.getByText('can be published once')).toHaveCount(0);
});
