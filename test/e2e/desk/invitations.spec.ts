import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('extending an invitation proposes at most 60 days, and says so once no more are possible, and a link can be copied', async ({
  page,
  desk,
  context,
}) => {
  const [ada] = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as [{ id: string }];
  const open = () => page.getByRole('button', { name: 'Extend: Ada Byron' }).click();
  const dialog = page.getByRole('dialog', { name: 'Extend Ada Byron’s invitation' });
  const deadline = page.getByText(/^Until /u);

  await test.step('the proposal is 60 days if the next day after the deadline is further away', async () => {
    await desk.organizer('retreat', 'invite', ada.id, '--expires', '59d');
    // On a clock that is five minutes slow, 60 days would not be a whole day more: without a limit the proposal is 61.
    await page.clock.setFixedTime(Date.now() - 5 * 60_000);
    await page.goto(`${desk.origin}/retreat`);
    await open();
    await expect(dialog.getByLabel('Days to answer')).toHaveValue('60');
    const before = (await deadline.textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Extend the invitation' }).click();
    await expect(page.getByText('Ada Byron’s invitation is now open until')).toBeVisible();
    // The board shows the earlier deadline until it has requested the cards again.
    await expect(deadline).not.toHaveText(before);
  });

  await test.step('an invitation of 60 days, or more, offers nothing', async () => {
    const until = ((await deadline.textContent()) ?? '').replace('Until ', '');
    const nothing = `The invitation is open until ${until}. An invitation can be open for at most 60 days from today, so it cannot get more days now.`;
    await open();
    await expect(dialog.getByText(nothing)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Extend the invitation' })).toHaveCount(0);
  });

  await test.step('an organizer copies the link of an invitation from the board', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: desk.origin });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Invite: Bea Potter' }).click();
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'Bea Potter is invited until' });
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
});
