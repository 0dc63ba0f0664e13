import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('the note with an invitation and the reason of a cancellation stay when their dialogs close, until they are sent', async ({
  page,
  desk,
}) => {
  const openInvite = (name: string) => page.getByRole('button', { name: `Invite: ${name}` }).click();
  const note = page.getByLabel('Your note');
  const dialog = page.getByRole('dialog');
  await page.goto(`${desk.origin}/retreat`);

  await test.step('the note is there again for the same founder, and not for another one', async () => {
    await openInvite('Ada Byron');
    await note.fill('We met in Waco.');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await openInvite('Bea Potter');
    await expect(note).toHaveValue('');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await openInvite('Ada Byron');
    await expect(note).toHaveValue('We met in Waco.');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(page.getByText('Ada Byron is invited until')).toBeVisible();
  });

  await test.step('a note that was sent is not there for the next invitation', async () => {
    await page.getByRole('button', { name: 'Withdraw: Ada Byron' }).click();
    await dialog.getByRole('button', { name: 'Withdraw the invitation' }).click();
    await openInvite('Ada Byron');
    await expect(note).toHaveValue('');
    await page.keyboard.press('Escape');
  });

  await test.step('the reason of a cancellation is there again', async () => {
    const [ada] = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as [{ id: string }];
    const { url } = JSON.parse(await desk.organizer('retreat', 'invite', ada.id, '--json')) as { url: string };
    await desk.accept(url);
    const [cancel, reason] = [page.getByRole('button', { name: /^Cancel seat: / }), page.getByLabel('Your reason')];
    await cancel.click();
    await reason.fill('The house is being repaired.');
    await page.keyboard.press('Escape');
    await cancel.click();
    await expect(reason).toHaveValue('The house is being repaired.');
    await dialog.getByRole('button', { name: 'Cancel the seat' }).click();
    await expect(page.getByText('seat was cancelled.')).toBeVisible();
  });

  await test.step('the note with several invitations stays for the founders who could not be invited', async () => {
    for (const name of ['Bea Potter', 'Cleo Vane', 'Dora Maar']) await page.getByLabel(`Select ${name}`).check();
    await page.getByRole('button', { name: 'Invite the 3 selected founders' }).click();
    await note.fill('We met in Waco.');
    let count = 0;
    await page.route('**/api/entries/*/invite', (route) => {
      count += 1;
      return count === 1 ? route.continue() : route.fulfill({ status: 409, json: { message: 'Every seat is taken.' } });
    });
    await dialog.getByRole('button', { name: 'Send 3 invitations' }).click();
    await expect(dialog.getByText('1 of 3 is invited. Every seat is taken.')).toBeVisible();
    await page.unroute('**/api/entries/*/invite');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Invite the 2 selected founders' }).click();
    await expect(note).toHaveValue('We met in Waco.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear the selection' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Read one by one' })).toBeFocused();
    await page.getByRole('button', { name: 'Invite: Dora Maar' }).click();
    await expect(note).toHaveValue('We met in Waco.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Invite: Ines Paz' }).click();
    await expect(note).toHaveValue('');
  });
});

test('a text that is too long is kept whole, says by how much, and is neither sent nor saved', async ({ page, desk }) => {
  const dialog = page.getByRole('dialog');
  const tooLong = 'x'.repeat(2012);
  await page.goto(`${desk.origin}/retreat`);

  await test.step('the note with an invitation', async () => {
    await page.getByRole('button', { name: 'Invite: Ada Byron' }).click();
    const note = page.getByLabel('Your note');
    await note.fill(tooLong);
    await expect(note).toHaveValue(tooLong);
    await expect(note).toHaveAccessibleDescription('12 characters too many. At most 2,000 fit here.');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(note).toBeFocused();
    await note.fill(tooLong.slice(12));
    await expect(dialog.getByText('too many')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(page.getByText('Ada Byron is invited until')).toBeVisible();
  });

  await test.step('the note to self', async () => {
    await page.getByRole('button', { name: 'Bea Potter', exact: true }).click();
    const note = dialog.getByLabel('Note to self');
    await note.fill(tooLong);
    await expect(dialog.getByText('12 characters too many. At most 2,000 fit here.')).toBeVisible();
    await note.blur();
    await expect(dialog.getByRole('alert')).toContainText('The note about Bea Potter was not saved: It is too long, so shorten it first.');
    await expect(note).toHaveValue(tooLong);
    await note.fill('We met in Waco.');
    await note.blur();
    await expect(dialog.getByText(/^Saved/u)).toBeVisible();
  });
});
