import { answersOf, openStoreOf, registration } from '../../support/desk.ts';
import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('the name of a founder opens the founder’s dialog on the tab Deliveries, whose table keeps words whole', async ({ page, desk }) => {
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
    /^\w{3} \d+, \d{4}, \d+:\d\d [AP]M: Waitlist confirmation, parked \(550 There is nobody of this name\)$/u,
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

test('the name of a founder opens the founder’s dialog on the sheet for the house', async ({ page, desk, folder }) => {
  const store = await openStoreOf(folder);
  const { id } = await store.submissions.record(registration({ more: answersOf('Nora Helm', 'Lantern') }));
  const { id: entry } = (await store.waitlist.findBySubmission(id))!;
  await store.close();
  const { url } = JSON.parse(await desk.organizer('retreat', 'invite', entry, '--json')) as { url: string };
  await desk.accept(url);
  await page.goto(`${desk.origin}/house`);
  await page.getByRole('button', { name: 'Nora Helm' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Nora Helm' })).toContainText('Lantern');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Nora Helm' })).toBeFocused();
});

test('the founder’s dialog copies the ID, and says what it is good for', async ({ page, desk, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: desk.origin });
  await page.goto(`${desk.origin}/deliveries`);
  await page.getByRole('button', { name: 'Ines Paz', exact: true }).click();
  await page.getByRole('button', { name: 'Copy the ID' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'The ID was copied' });
  await expect(notice).toContainText('Commands on the server take it');
  const id = await page.evaluate(() => navigator.clipboard.readText());
  await expect(notice).toContainText(id);
  expect(JSON.parse(await desk.organizer('submissions', 'show', id, '--json'))).toMatchObject({ id });
});
