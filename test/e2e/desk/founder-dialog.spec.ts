import { answersOf, openStoreOf, registration, storeAll } from '../../support/desk.ts';
import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('the founder’s dialog opens by name on the Deliveries tab, copies the ID, keeps its head in view, and retries a parked delivery, but not for a reader', async ({
  page,
  desk,
  context,
}) => {
  await test.step('the name of a founder opens the founder’s dialog on the Deliveries tab, whose table keeps words whole', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.route('**/api/deliveries?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { rows: object[] };
      const lastError = '550 5.1.1 The email account that you tried to reach does not exist. '.repeat(3);
      await route.fulfill({ response, json: { ...body, rows: body.rows.map((row) => Object.assign(row, { lastError })) } });
    });
    await page.goto(`${desk.origin}/deliveries`);
    const name = page.getByRole('button', { name: 'Ines Paz', exact: true });
    await name.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ines Paz' });
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Waitlist confirmation' })).toHaveText(
      /^\w{3} \d+, \d{4}, \d+:\d\d [AP]M: Waitlist confirmation, parked \(550 There is nobody of this name\) Retry$/u,
    );
    await page.keyboard.press('Escape');
    await expect(name).toBeFocused();
    for (const word of ['Channel', 'Attempts', 'Parked']) {
      const cell = page.getByRole('table').getByText(word, { exact: true });
      const lines = await cell.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      });
      expect([word, lines]).toEqual([word, 1]);
    }
  });

  await test.step('the founder’s dialog copies the ID, and says what it is good for', async () => {
    await page.getByRole('button', { name: 'Ines Paz', exact: true }).click();
    await page.getByRole('button', { name: 'Copy the ID' }).click();
    await expect(page.getByText(/^Your browser did not copy the ID\. Select it and copy it yourself: \S+$/u)).toBeVisible();
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: desk.origin });
    await page.getByRole('button', { name: 'Copy the ID' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'The ID was copied' });
    await expect(notice).toContainText('Commands on the server take it');
    const id = await page.evaluate(() => navigator.clipboard.readText());
    await expect(notice).toContainText(id);
    expect(JSON.parse(await desk.organizer('submissions', 'show', id, '--json'))).toMatchObject({ id });
  });

  const dialog = page.getByRole('dialog', { name: 'Ines Paz' });
  await test.step('the button that closes a long dialog stays in view, and its head covers no field that gets the focus', async () => {
    await page.setViewportSize({ width: 1280, height: 700 });
    await page.goto(`${desk.origin}/registrations`);
    await page.getByRole('button', { name: 'Ines Paz' }).click();
    await dialog.getByRole('button', { name: /^Retry/u }).focus();
    await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });

    await page.keyboard.press('Shift+Tab');
    const note = dialog.getByLabel('Note to self');
    await expect(note).toBeFocused();
    const isUncovered = () =>
      note.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return document.elementFromPoint(left + 10, top + 5) === element;
      });
    await expect.poll(isUncovered).toBe(true);
  });

  await test.step('the founder’s dialog retries a parked delivery, but not for a reader', async () => {
    const retry = dialog.getByRole('button', { name: 'Retry: Waitlist confirmation, Ines Paz' });
    await retry.press('Enter');
    await expect(dialog.getByText('1 delivery is retried now')).toBeFocused();
    await expect(retry).toHaveCount(0);
    expect(JSON.parse(await desk.organizer('deliveries', 'list', '--json'))).toMatchObject([{ state: 'due' }]);

    await page.route('**/api/registrations/*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { deliveries: object[] };
      const deliveries = body.deliveries.map((delivery) => Object.assign(delivery, { state: 'parked' }));
      await route.fulfill({ response, json: { ...body, deliveries } });
    });
    for (const role of ['organizer', 'reader']) {
      await page.route('**/api/site', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), signedIn: { id: 'rita', name: 'Rita', role } } });
      });
      await page.reload();
      await page.getByRole('button', { name: 'Ines Paz' }).click();
      await expect(dialog.getByText('parked')).toBeVisible();
      await expect(retry).toHaveCount(role === 'reader' ? 0 : 1);
    }
  });
});

test('another sign-up of a founder opens in the founder’s dialog, which opens on the sheet for the house too', async ({
  page,
  desk,
  folder,
}) => {
  const email = { inf_field_Email: 'nora@example.com' };
  const [retreat] = await storeAll(folder, [
    registration({ daysAgo: 10, more: answersOf('Nora Helm', 'Lantern', '11-25 Units', email) }),
    registration({ form: 'workshop', more: answersOf('Nora Helm', 'Lantern at Work', '11-25 Units', email) }),
  ]);

  await test.step('another sign-up of a founder opens in the founder’s dialog once the note is saved, and closes to where the first was opened', async () => {
    await page.goto(`${desk.origin}/retreat`);
    const name = page.getByRole('button', { name: 'Nora Helm', exact: true });
    await name.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Nora Helm' });
    await dialog.getByLabel('Note to self').fill('Met in Waco');
    const other = (form: RegExp) => dialog.getByRole('listitem').getByRole('button', { name: form });
    await other(/Speaker Series.*, received/u).press('Enter');
    await expect(dialog).toContainText('Lantern at Work');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await expect(dialog.getByLabel('Note to self')).toHaveCount(0);
    await other(/Retreat.*, received/u).press('Enter');
    await expect(dialog.getByLabel('Note to self')).toHaveValue('Met in Waco');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(name).toBeFocused();
  });

  await test.step('another sign-up of a founder opens above the founders who are read one by one', async () => {
    await page.getByRole('button', { name: 'Read one by one' }).click();
    const reading = page.getByRole('dialog', { name: 'Nora Helm' }).filter({ hasText: '1 of 6' });
    const other = reading.getByRole('button', { name: /Speaker Series.*, received/u });
    await other.press('Enter');
    await expect(reading.getByRole('dialog', { name: 'Nora Helm' })).toContainText('Lantern at Work');
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await expect(reading).toBeVisible();
    await expect(other).toBeFocused();

    const skip = page.getByRole('button', { name: 'Skip (J)' });
    await skip.focus();
    for (const place of ['2 of 6: Ada Byron', '3 of 6: Bea Potter', '4 of 6: Cleo Vane', '5 of 6: Dora Maar', '6 of 6: Ines Paz']) {
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: place })).toBeVisible();
    }
    await expect(skip).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('the dialog of a founder whose card has moved to another column closes to where the card was', async () => {
    await page.getByRole('button', { name: 'Bea Potter', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Bea Potter', exact: true });
    await dialog.getByRole('button', { name: 'Invite' }).press('Enter');
    await page.getByRole('button', { name: 'Send the invitation', disabled: false }).press('Enter');
    await expect(dialog.getByText('Bea Potter is invited until')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Withdraw: Bea Potter', includeHidden: true })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Invite: Ada Byron' })).toBeFocused();
  });

  await test.step('the name of a founder opens the founder’s dialog on the sheet for the house', async () => {
    const store = await openStoreOf(folder);
    const { id: entry } = (await store.waitlist.findBySubmission(retreat!))!;
    await store.close();
    const { url } = JSON.parse(await desk.organizer('retreat', 'invite', entry, '--json')) as { url: string };
    await desk.accept(url);
    await page.getByRole('link', { name: 'The house' }).click();
    await page.getByRole('button', { name: 'Nora Helm' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'Nora Helm' })).toContainText('Lantern');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Nora Helm' })).toBeFocused();
  });
});

test('a note that is not saved keeps the dialog open when another sign-up is pressed, and says what to press again', async ({
  page,
  desk,
  folder,
}) => {
  const email = { inf_field_Email: 'jo@example.com' };
  await storeAll(folder, [
    registration({ daysAgo: 2, more: answersOf('Jo March', 'Plum', '11-25 Units', email) }),
    registration({ daysAgo: 1, form: 'workshop', more: answersOf('Jo March', 'Plum', '11-25 Units', email) }),
  ]);
  await page.route('**/api/entries/*/memo', (route) => route.fulfill({ status: 503, json: { message: 'The database is down.' } }));
  await page.goto(`${desk.origin}/retreat`);
  await page.getByRole('button', { name: 'Jo March', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note to self').fill('We met in Waco.');
  const other = dialog.getByRole('button', { name: /Speaker Series/u });
  await other.click();
  await expect(dialog.getByRole('alert')).toContainText('Press the other sign-up again to drop it.');
  await other.click();
  await expect(dialog.getByText('Confirmed. Received')).toContainText('Speaker Series');
  await expect(dialog.getByLabel('Note to self')).toHaveCount(0);
});
