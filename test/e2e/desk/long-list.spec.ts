import type { Page } from '@playwright/test';
import type { RetreatBoard } from '../../../src/desk/server/routes/retreat.ts';
import { maxFoundersInColumn } from '../../../src/retreats/limits.ts';
import { answersOf, registration, storeAll } from '../../support/desk.ts';
import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

const names = (page: Page) => page.getByRole('grid').locator('tbody button').allTextContents();

const zoes = Array.from({ length: 600 }, (_, at) => registration({ daysAgo: 20 + at / 100, more: answersOf(`Zoe ${at}`, 'Fern') }));

/** Delays the response to a request for one part of the list until `release` is called. */
async function holdResponse(page: Page, part: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: requested, resolve: onRequest } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === '/api/registrations' && url.search.endsWith(part),
    async (route) => {
      const response = await route.fetch();
      onRequest();
      await released;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return { requested, release };
}

/**
 * Whether the first cell of the focused row is completely in view, below the table head: the others may be outside the horizontal scroll
 * area. Runs in the page.
 */
async function isInView() {
  const [head, cell] = [document.querySelector('thead'), document.activeElement?.closest('td')];
  if (!head || !cell) return false;
  const ratio = await new Promise<number>((resolve) => {
    const observer = new IntersectionObserver(([seen]) => {
      observer.disconnect();
      resolve(seen!.intersectionRatio);
    });
    observer.observe(cell);
  });
  return ratio === 1 && cell.getBoundingClientRect().top >= head.getBoundingClientRect().bottom;
}

test('hundreds of registrations are read with the keyboard, also while rows are rendered and loaded', async ({ page, desk, folder }) => {
  await page.goto(`${desk.origin}/registrations`);
  await expect(page.getByText('9 registrations')).toBeVisible();
  await storeAll(folder, zoes);
  await expect(page.getByText('609 registrations')).toBeVisible();

  await test.step('an arrow key pressed while rows are rendered moves the focus', async () => {
    const last = await holdResponse(page, 'offset=400&limit=300');
    await page.getByRole('button', { name: 'Ines Paz' }).focus();
    await page.keyboard.press('End');
    await expect(page.locator('[data-index="608"]')).toBeFocused();
    // Between the rendering of the rows and React's effects.
    await page.evaluate(() => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }));
      });
      observer.observe(document.querySelector('[data-index="608"]') as Element, { characterData: true, subtree: true });
    });
    last.release();
    await expect(page.getByRole('button', { name: 'Zoe 598' })).toBeFocused();
    await page.keyboard.press('Home');
  });

  await test.step('hundreds of rows can be navigated with the keyboard, and only those in view are rendered', async () => {
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

  await test.step('the focused row is completely in view below the table head after every key', async () => {
    const presses = [['ArrowDown', 16] as const, ['PageDown', 2] as const, ['ArrowUp', 14] as const, ['PageUp', 1] as const];
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 720 });
      await page.getByRole('button', { name: 'Ines Paz' }).focus();
      for (const [key, times] of presses)
        for (let time = 1; time <= times; time += 1) {
          await page.keyboard.press(key);
          await expect.poll(() => page.evaluate(isInView), `${key} ${time}, ${width} pixels wide`).toBe(true);
        }
      await page.keyboard.press('Home');
    }
  });

  await test.step('rows that come into view while the list is loaded again are shown', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    // The end of the list is not loaded yet.
    await page.reload();
    await expect(page.getByText('609 registrations')).toBeVisible();
    const first = await holdResponse(page, 'offset=0&limit=300');
    await storeAll(folder, [registration({ daysAgo: 0, more: answersOf('Yara Newest', 'Fern') })]);
    await first.requested;
    await page.getByRole('button', { name: 'Ines Paz' }).focus();
    await page.keyboard.press('End');
    await expect(page.locator('[data-index="608"]')).not.toHaveText('…');
    first.release();
    await expect(page.getByText('610 registrations')).toBeVisible();
    await expect(page.locator('[data-index="608"]')).toHaveText('Zoe 598');
  });
});

test('the board says to search once a column shows as many founders as the server reads', async ({ page, desk }) => {
  await page.route(
    (url) => url.pathname === '/api/retreat',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as RetreatBoard), cut: ['waiting'] } });
    },
  );
  await page.goto(`${desk.origin}/retreat`);
  for (let limit = 200; limit <= maxFoundersInColumn; limit += 100) {
    const response = page.waitForResponse((each) => each.url().includes(`limit=${limit}`));
    await page.getByRole('button', { name: 'Show more: Waiting' }).click();
    expect((await response).status()).toBe(200);
  }
  await expect(page.getByText('Search to find the others.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show more: Waiting' })).toHaveCount(0);
});
