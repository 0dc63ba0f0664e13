import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('an organizer copies the link of an invitation from the board', async ({ page, desk, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: desk.origin });
  await page.goto(`${desk.origin}/retreat`);
  await page.getByRole('button', { name: 'Invite: Ada Byron' }).click();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Ada Byron is invited until' });
  await notice.getByRole('button', { name: 'Copy the link' }).press('Enter');
  await expect(notice.getByText('The link was copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^http:\/\/.*\/invitation\/[\w-]+$/u);
  await expect(notice.getByText(copied, { exact: true })).toBeVisible();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await notice.getByRole('button', { name: 'Copy the link' }).press('Enter');
  await expect(notice.getByText('Your browser did not copy the link. Select it and copy it yourself.')).toBeVisible();
});
