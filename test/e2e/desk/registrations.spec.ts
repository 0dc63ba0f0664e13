import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from '@playwright/test';
import { answersOf, registration, storeAll } from '../../support/desk.ts';
import { expect, test } from '../../support/desk-fixtures.ts';

const names = (page: Page) => page.getByRole('grid').locator('tbody button').allTextContents();

const zoes = Array.from({ length: 600 }, (_, at) => registration({ daysAgo: 20 + at / 100, more: answersOf(`Zoe ${at}`, 'Fern') }));

test.beforeEach(async ({ page, desk }) => {
  await page.goto(`${desk.origin}/registrations`);
  await expect(page.getByText('9 registrations')).toBeVisible();
});

test('lists everyone, the newest first, and opens one with all that is known of her', async ({ page }) => {
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

test('searches in every answer, in any case, and filters', async ({ page }) => {
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

test('shows everyone again when its link is followed, and what was narrowed down when one goes back', async ({ page, desk }) => {
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

test('shows nothing of the last question where a new one has no answer, and asks again when all is well', async ({ page }) => {
  const told = JSON.stringify({ versions: { submissions: 0, entries: 0, deliveries: 0 }, problem: 'The store is locked' });
  const body = `retry: 100\ndata: ${told}\n\n`;
  await page.route('**/api/events', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
  await page.reload();
  await expect(page.getByText('9 registrations')).toBeVisible();
  const unread = /\/api\/registrations\?.*form=workshop/u;
  await page.route(unread, (route) => route.fulfill({ status: 409, json: { message: 'The registrations cannot be read' } }));
  await page.getByLabel('Form').selectOption({ label: 'Workshop' });
  await expect(page.getByText('The registrations cannot be read')).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
  await page.unroute(unread);
  await page.unroute('**/api/events');
  await expect(page.getByText('4 registrations found')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('sorts by a column, and says so', async ({ page }) => {
  const brand = page.getByRole('columnheader', { name: 'Brand' });
  await brand.getByRole('button').click();
  await expect(brand).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(async () => (await names(page))[0]).toBe('Greta Ost');
  await brand.getByRole('button').click();
  await expect(brand).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['Bea Potter', 'Edith Stein']);
  await page.getByRole('columnheader', { name: 'System size' }).getByRole('button').click();
  await expect.poll(async () => (await names(page)).slice(0, 4)).toEqual(['Hana Mori', 'Fay Weldon', 'Edith Stein', 'Bea Potter']);
});

test('downloads what is shown as the command exports it, formulas defused', async ({ page, desk }) => {
  await page.getByLabel('Form').selectOption({ label: 'Workshop' });
  await page.getByLabel('System size').selectOption('51-99 Units');
  await expect(page.getByText('1 registration found')).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download as CSV' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^sign-ups-\d{4}-\d\d-\d\d\.csv$/u);
  const file = readFileSync(await download.path(), 'utf8');
  const [row, ...rest] = parse(file, { bom: true, columns: true }) as Record<string, string>[];
  expect(rest).toEqual([]);
  expect(row).toMatchObject({ 'First name': 'Greta', Brand: "'=1+1", 'Questions for the speaker': 'What would you never delegate?' });
  const exported = await desk.organizer('submissions', 'export', '--form', 'workshop', '--search', 'never delegate');
  expect(file).toBe(`\ufeff${exported}`);
});

test('goes through hundreds of rows by keyboard, and draws only those in view', async ({ page, folder }) => {
  await storeAll(folder, zoes);
  await expect(page.getByText('609 registrations')).toBeVisible();
  expect((await names(page)).length).toBeLessThan(60);
  await page.getByRole('button', { name: 'Ines Paz' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Hana Mori' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Zoe 599' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'Zoe 598' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Zoe 598' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: 'Ines Paz' })).toBeFocused();
});

test('shows the row that has the focus whole, below the head, however the keys lead there', async ({ page, folder }) => {
  await storeAll(folder, zoes);
  await expect(page.getByText('609 registrations')).toBeVisible();
  // Its first cell: the others may be out of sight sideways.
  const row = page.locator('tbody td:has(:focus)');
  const isWhole = async () => {
    await expect(row).toBeInViewport({ ratio: 1 });
    const [head, box] = [await page.locator('thead').boundingBox(), await row.boundingBox()];
    expect(box?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));
  };
  await page.getByRole('button', { name: 'Ines Paz' }).focus();
  const presses = [['ArrowDown', 16] as const, ['PageDown', 2] as const, ['ArrowUp', 14] as const, ['PageUp', 1] as const];
  for (const [key, times] of presses)
    for (let time = 1; time <= times; time += 1) {
      await page.keyboard.press(key);
      await isWhole();
    }
});

/** Holds what the desk answers for one part of the list, until it is let go. */
async function holding(page: Page, part: string) {
  const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
  const { promise: asked, resolve: seen } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === '/api/registrations' && url.search.endsWith(part),
    async (route) => {
      const answer = await route.fetch();
      seen();
      await letGo;
      await route.fulfill({ response: answer });
    },
    { times: 1 },
  );
  return { asked, release };
}

test('an arrow pressed in the moment the rows arrive is not lost', async ({ page, folder }) => {
  await storeAll(folder, zoes);
  await expect(page.getByText('609 registrations')).toBeVisible();
  const last = await holding(page, 'offset=400&limit=300');
  await page.getByRole('button', { name: 'Ines Paz' }).focus();
  await page.keyboard.press('End');
  await expect(page.locator('[data-index="608"]')).toBeFocused();
  // Between the drawing of the rows and what React does after it.
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      seen.disconnect();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }));
    });
    seen.observe(document.querySelector('[data-index="608"]') as Element, { characterData: true, subtree: true });
  });
  last.release();
  await expect(page.getByRole('button', { name: 'Zoe 598' })).toBeFocused();
});

test('rows that came into view while the list is asked for again are there when it has come', async ({ page, folder }) => {
  await storeAll(folder, zoes);
  await expect(page.getByText('609 registrations')).toBeVisible();
  const first = await holding(page, 'offset=0&limit=300');
  await storeAll(folder, [registration({ daysAgo: 0, more: answersOf('Yara Newest', 'Fern') })]);
  await first.asked;
  await page.getByRole('button', { name: 'Ines Paz' }).focus();
  await page.keyboard.press('End');
  await expect(page.locator('[data-index="608"]')).not.toHaveText('…');
  first.release();
  await expect(page.getByText('610 registrations')).toBeVisible();
  await expect(page.locator('[data-index="608"]')).toHaveText('Zoe 598');
});
