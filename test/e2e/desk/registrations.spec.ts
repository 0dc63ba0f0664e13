import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'csv-parse/sync';
import type { Page } from '@playwright/test';
import { answersOf, registration, storeAll } from '../../support/desk.ts';
import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

const cutsOf = (all: Element[]) => all.flatMap((cell) => [cell.scrollWidth - cell.clientWidth, cell.scrollHeight - cell.clientHeight]);
const names = (page: Page) => page.getByRole('grid').locator('tbody button').allTextContents();

test.beforeEach(async ({ page, desk }) => {
  await page.goto(`${desk.origin}/registrations`);
  await expect(page.getByText('9 registrations')).toBeVisible();
});

test('the registrations are listed, searched, filtered, sorted and downloaded', async ({ page, desk }) => {
  await test.step('the registrations are listed newest first, and open with all details', async () => {
    expect(await names(page)).toEqual([
      'Ines Paz',
      'Hana Mori',
      'Greta Ost',
      'Fay Weldon',
      'Edith Stein',
      'Dora Maar',
      'Cleo Vane',
      'Bea Potter',
      'Ada Byron',
    ]);
    await page.getByRole('button', { name: 'Ines Paz' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ines Paz' });
    await expect(dialog.getByText('(512) 555-0134')).toBeVisible();
    await expect(dialog.getByText('550 There is nobody of this name')).toBeVisible();
    await expect(dialog.getByText('History: waiting')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Ines Paz' })).toBeFocused();
  });

  await test.step('the registrations can be searched in all answers, in any case, and filtered', async () => {
    await page.getByLabel('Search all answers').fill('FIND FRANCHISEES');
    await expect(page.getByText('2 registrations found')).toBeVisible();
    expect(await names(page)).toEqual(['Fay Weldon', 'Edith Stein']);
    await page.getByLabel('Search all answers').fill('nobody says this');
    await expect(page.getByText('No registration matches')).toBeVisible();
    await page.getByLabel('Search all answers').fill('');
    await page.getByLabel('Form').selectOption({ label: 'Workshop' });
    await page.getByLabel('System size').selectOption('1-10 Units');
    await expect(page.getByText('3 registrations found')).toBeVisible();
    await page.getByLabel('State').selectOption({ label: 'To be confirmed' });
    await expect(page.getByText('1 registration found')).toBeVisible();
    expect(await names(page)).toEqual(['Hana Mori']);
  });

  await test.step('the Registrations link clears the filters, and Back restores them', async () => {
    await page.goto(`${desk.origin}/registrations?state=held`);
    await expect(page.getByText('1 registration found')).toBeVisible();
    await page.getByRole('link', { name: 'Registrations' }).click();
    await expect(page.getByText('9 registrations')).toBeVisible();
    await expect(page.getByLabel('State')).toHaveValue('');
    await page.goBack();
    await expect(page.getByText('1 registration found')).toBeVisible();
    await page.goForward();
    await expect(page.getByText('9 registrations')).toBeVisible();
  });

  const downloadLink = page.getByRole('link', { name: 'Download as CSV' });
  await test.step('a download that is cut off says so', async () => {
    // It sends the beginning of a file, and closes the connection.
    await using cutting = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' });
      response.write('Day,Time', () => response.destroy());
    }).listen(0, '127.0.0.1');
    await once(cutting, 'listening');
    const { port } = cutting.address() as AddressInfo;
    await page.route('**/api/registrations.csv*', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }));
    await downloadLink.click();
    await expect(page.getByRole('alert')).toHaveText(
      'The download was cut off, and no file was saved. Check your connection, and try again.',
    );
    await page.unroute('**/api/registrations.csv*');
  });

  await test.step('the CSV that is downloaded afterwards contains the filtered rows as the command exports them, without formulas', async () => {
    await page.getByLabel('Form').selectOption({ label: 'Workshop' });
    await page.getByLabel('System size').selectOption('51-99 Units');
    await expect(page.getByText('1 registration found')).toBeVisible();
    const [download] = await Promise.all([page.waitForEvent('download'), downloadLink.click()]);
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(download.suggestedFilename()).toMatch(/^sign-ups-\d{4}-\d\d-\d\d\.csv$/u);
    const file = readFileSync(await download.path(), 'utf8');
    const [row, ...rest] = parse(file, { bom: true, columns: true }) as Record<string, string>[];
    expect(rest).toEqual([]);
    expect(row).toMatchObject({ 'First name': 'Greta', Brand: "'=1+1", 'Questions for the speaker': 'What would you never delegate?' });
    const exported = await desk.organizer('submissions', 'export', '--format', 'sheet', '--form', 'workshop', '--search', 'never delegate');
    expect(file).toBe(`\ufeff${exported}`);
  });

  await test.step('the registrations can be sorted by a column, which has aria-sort', async () => {
    await page.getByRole('link', { name: 'Registrations' }).click();
    await expect(page.getByText('9 registrations')).toBeVisible();
    const brand = page.getByRole('columnheader', { name: 'Brand' });
    await brand.getByRole('button').click();
    await expect(brand).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(async () => (await names(page))[0]).toBe('Greta Ost');
    await brand.getByRole('button').click();
    await expect(brand).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['Bea Potter', 'Edith Stein']);
    await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click();
    await expect.poll(async () => (await names(page)).slice(0, 4)).toEqual(['Hana Mori', 'Fay Weldon', 'Edith Stein', 'Bea Potter']);
  });

  await test.step('an organizer records that a founder joined the workshop, and takes it back', async () => {
    await page.getByRole('button', { name: 'Edith Stein' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edith Stein' });
    await dialog.getByRole('button', { name: 'Record as joined' }).click();
    await expect(dialog.getByRole('status').filter({ hasText: 'The founder is recorded as joined.' })).toBeFocused();
    await expect(dialog.getByText(/^Recorded as joined by an organizer, .*\d:\d\d [AP]M\.$/u)).toBeVisible();
    await dialog.getByRole('button', { name: 'Record as not joined' }).click();
    await expect(dialog.getByRole('status').filter({ hasText: 'The founder is no longer recorded as joined.' })).toBeFocused();
    await expect(dialog.getByText('Not recorded as joined.')).toBeVisible();
  });
});

test('a founder can be invited and erased from a registration, after typing the email address', async ({ page, desk }) => {
  await page.getByRole('button', { name: 'Bea Potter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bea Potter' });
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(dialog.getByText(/Bea Potter is invited until .*\/invitation\//u)).toBeFocused();
  await dialog.getByRole('button', { name: 'Extend the invitation' }).click();
  await page.getByLabel('Days to answer').fill('14');
  // The dialog waits for the latest day of the retreat.
  await expect(page.getByRole('button', { name: 'Extend the invitation' }).last()).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/Bea Potter’s invitation is now open until .*\/invitation\//u)).toBeFocused();
  await expect(dialog).toContainText(/Resend the invitation.*invitation extended, by an organizer/su);
  const email = await dialog.getByText('@').textContent();
  await dialog.getByRole('button', { name: 'Erase' }).click();
  const field = page.getByLabel('Type the founder’s email address to confirm');
  await expect(field).toBeFocused();
  await expect(page.getByText('so will your provider if the site forwards sign-ups.')).toBeVisible();
  await field.fill('other@example.com');
  await page.getByRole('button', { name: 'Erase everywhere' }).click();
  await expect(page.getByRole('alert')).toHaveText('This is not the founder’s email address. Nothing was erased.');
  await field.fill(email ?? '');
  await page.getByRole('button', { name: 'Erase everywhere' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('The founder was erased everywhere.')).toBeFocused();
  await expect.poll(() => names(page)).not.toContain('Bea Potter');
  expect(await desk.organizer('retreat', 'list', '--json')).not.toContain('Bea');
});

test('a long email address or brand is not cut, and a founder who waits for a retreat that is not announced cannot be invited', async ({
  page,
  folder,
}) => {
  const email = 'anastasia.featherstonehaugh@a-brand-with-a-long-name.example.com';
  const brand = 'Moonlit Massage & Wellness Franchising';
  const { submission, ...rest } = registration({ more: { ...answersOf('Joan Clarke', brand), inf_field_Email: email } });
  await storeAll(folder, [{ ...rest, submission: { ...submission, retreat: 'next' } }]);
  await test.step('nothing is cut on a wide screen, and the row is as high as the table expects', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const row = page.getByRole('row').filter({ hasText: email });
    await expect(row).toBeVisible();
    expect(await row.locator('td > bdi').evaluateAll(cutsOf)).toEqual(Array.from({ length: 12 }, () => 0));
    expect((await row.boundingBox())!.height).toBe(44);
  });

  await test.step('the lines of a card do not overlap if the browser shows text at twice its size', async () => {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Ada Byron' });
    await expect(row).toBeVisible();
    const lines = await row.evaluate((element) =>
      ['brand', 'email', 'received'].map((column) => {
        const { top, bottom } = element.querySelector(`[data-column='${column}']`)!.getBoundingClientRect();
        return { top, bottom };
      }),
    );
    for (const [index, { bottom }] of lines.slice(0, -1).entries()) expect(bottom).toBeLessThanOrEqual(lines[index + 1]!.top + 2);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
    await page.reload();
  });

  await test.step('the founder has no button to invite', async () => {
    await page.getByRole('button', { name: 'Joan Clarke' }).click();
    const dialog = page.getByRole('dialog', { name: 'Joan Clarke' });
    await expect(dialog.getByText('History: waiting')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Erase' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  });
});
