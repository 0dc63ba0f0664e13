import type { Locator, Page } from '@playwright/test';
import { bringWire } from '../../../src/forms/fields.ts';
import { answersOf, registration, storeAll } from '../../support/desk.ts';
import { expect, replacePreviews, test } from '../../support/desk-fixtures.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

/** Taps a control that a finger can hit: in the window without scrolling sideways, and 44 CSS pixels high. */
async function tap(control: Locator) {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await control.tap();
}

const scrolledSideways = (page: Page) =>
  page.evaluate(
    () => [...document.querySelectorAll('*')].some((element) => element.scrollLeft > 0) || document.documentElement.scrollWidth > 360,
  );

test('an organizer invites founders and extends an invitation on a phone', async ({ page, desk, folder }) => {
  const brand = 'Longbrandnamewithoutanyspaceswhatsoever Holdings';
  // As an address book copies a number, and an answer that is none.
  const contact = { inf_field_Phone1: '\u202d+44 (0)20 7946 0018\u202c', [bringWire]: '2030-04-17' };
  await storeAll(folder, [
    registration({ daysAgo: 11, more: answersOf('Jo March', brand, '11-25 Units', contact) }),
    registration({ daysAgo: 10, more: answersOf('Amy March', brand) }),
  ]);
  // What needs an organizer is above the numbers.
  await expect(page.getByRole('region', { name: 'Worth a look' }).getByRole('listitem').last()).toBeInViewport({ ratio: 1 });
  await tap(page.getByRole('link', { name: 'The retreat' }));
  const first = page.getByRole('button', { name: 'Jo March', exact: true });
  await expect(first).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Sort by')).toBeHidden();
  await tap(page.getByText('Filter and sort'));
  // Most of the name of a long brand is seen.
  expect((await page.getByRole('combobox', { name: 'Brand', exact: true }).boundingBox())?.width).toBe(320);
  await page.getByLabel('Sort by').selectOption('Newest');
  await tap(page.getByText('Filter and sort (1 chosen)'));
  await expect(page.getByLabel('Sort by')).toBeHidden();
  await tap(first);
  const links = page.getByRole('dialog').getByRole('link');
  await expect(links).toHaveCount(2);
  await expect(links.last()).toHaveAttribute('href', 'tel:+442079460018');
  await tap(page.getByRole('button', { name: 'Close' }));
  await tap(page.getByRole('button', { name: 'Invite: Jo March' }));
  await page.getByLabel('Your note, shown on the invitation').fill('We met in Waco.');
  await tap(page.getByRole('button', { name: 'Send the invitation' }));
  await expect(page.getByText(/Jo March is invited until/u)).toBeVisible();
  expect(JSON.parse(await desk.organizer('retreat', 'seats', '--json'))).toMatchObject({ invited: 1 });
  await tap(page.getByRole('button', { name: 'Extend: Jo March' }));
  await page.getByRole('dialog').getByLabel('Days to answer').fill('1');
  await tap(page.getByRole('button', { name: 'Extend the invitation' }));
  await expect(page.getByRole('alert')).toHaveText(/^The founder can already answer until .* Choose more days\.$/u);
  await page.getByRole('dialog').getByLabel('Days to answer').fill('9');
  await tap(page.getByRole('button', { name: 'Extend the invitation' }));
  await expect(page.getByText(/Jo March’s invitation is now open until .*\/invitation\//u)).toBeFocused();
  // Its label is pressed as well.
  await tap(page.getByLabel('Select Amy March').locator('..'));
  await page.getByLabel('Select Bea Potter').check();
  await page.getByRole('button', { name: 'Invite the 2 selected founders' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Invite 2 founders' });
  await expect(dialog.getByText(`2 founders from the same brand: Jo March of ${brand} (invited)`)).toBeVisible();
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await tap(dialog.getByRole('button', { name: 'Send 2 invitations' }));
  await expect(page.getByText(/2 founders are invited until/u)).toBeVisible();
  expect(await scrolledSideways(page)).toBe(false);
});

test('an organizer opens a field from the list of what to do, and the day of a new workshop, on a phone', async ({ page, desk }) => {
  await replacePreviews(page);
  await page.goto(`${desk.origin}/pages?page=not-found`);
  await expect(page.frameLocator('iframe').locator('h1')).toBeVisible({ timeout: 60_000 });
  await tap(page.getByText(/^Before going public/u));
  await tap(page.locator('summary', { hasText: 'Relationships That Power Your Brand' }));
  await page
    .getByRole('listitem')
    .getByRole('button', { name: /^Workshop/u })
    .first()
    .tap();
  const panel = page.getByRole('region', { name: 'The chosen place' });
  await expect(panel.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 });
  await expect(panel.locator(':focus')).toBeInViewport();

  await page.getByRole('button', { name: 'Add a workshop or a retreat' }).tap();
  await page.getByLabel('Its name').fill('Hiring Your First Team');
  await expect(page.getByLabel('The end of its web address')).toHaveValue('hiring-your-first-team');
  await page.getByRole('button', { name: 'Add it to the draft' }).tap();
  await expect(panel.getByRole('heading', { level: 2, name: 'Workshop: day (Hiring Your First Team)' })).toBeInViewport({ ratio: 1 });
  await expect(panel.getByLabel('Day')).toBeFocused();
  await expect(panel.getByLabel('Day')).toHaveValue('');
  await expect(panel.getByLabel('Day')).toBeInViewport({ ratio: 1 });
  await expect(panel).toContainText('fill this in next; the page appears once each of its dates is filled in');
  expect(await scrolledSideways(page)).toBe(false);
});

test('an organizer reads registrations and deliveries, changes tabs and chooses a text on a phone', async ({ page, desk }) => {
  await test.step('an organizer finds and opens a person on a phone', async () => {
    await page.getByRole('link', { name: 'Registrations' }).tap();
    await tap(page.getByRole('button', { name: 'Name' }));
    await page.getByLabel('Search all answers').fill('crumb');
    await expect(page.getByText('2 registrations')).toBeVisible();
    const ada = page.getByRole('button', { name: 'Ada Byron' });
    await expect(ada).toBeInViewport();
    // The whole card is what a finger hits.
    await page.getByRole('row', { name: /Ada Byron/u }).tap({ position: { x: 4, y: 100 } });
    const dialog = page.getByRole('dialog', { name: 'Ada Byron' });
    await expect(dialog.getByRole('link', { name: '(512) 555-0134' })).toHaveAttribute('href', 'tel:5125550134');
    await expect(dialog.getByRole('link', { name: /^ottoline\..+@example\.com$/u })).toHaveAttribute(
      'href',
      /^mailto:ottoline\..+@example\.com$/u,
    );
    await expect(dialog.getByRole('link')).toHaveCount(2);
    await tap(dialog.getByRole('button', { name: 'Close' }));
    expect(await scrolledSideways(page)).toBe(false);
  });

  await test.step('an organizer retries a delivery on a phone, and reads why it failed', async () => {
    await page.getByRole('link', { name: 'Deliveries' }).tap();
    await tap(page.getByRole('button', { name: 'Ines Paz', exact: true }));
    await tap(page.getByRole('button', { name: 'Close' }));
    const retry = page.getByRole('button', { name: 'Retry: Waitlist confirmation, Ines Paz' });
    for (const width of [800, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expect(page.getByText('550 There is nobody of this name')).toBeInViewport();
      await expect(retry).toBeInViewport({ ratio: 1 });
    }
    await tap(retry);
    await expect(page.getByText(/1 delivery is retried now/u)).toBeVisible();
    expect(JSON.parse(await desk.organizer('deliveries', 'list', '--json'))).toMatchObject([{ state: 'due' }]);
    expect(await scrolledSideways(page)).toBe(false);
  });

  await test.step('a chosen text with a list of long texts fits a phone', async () => {
    await page.goto(`${desk.origin}/pages?page=mail-waitlist`);
    await page.frameLocator('iframe').getByText('Hello Ottoline').click({ timeout: 60_000 });
    await expect(page.getByRole('button', { name: 'Remove it' })).toBeVisible();
    await tap(page.getByRole('listitem').getByRole('button', { name: /^Thank you/u }));
    await tap(page.getByRole('radio', { name: 'Tablet' }));
    expect(await scrolledSideways(page)).toBe(false);
  });

  await test.step('all tabs of a signed-in organizer are in two rows on a phone', async () => {
    await page.route('**/api/site', async (route) => {
      const response = await route.fetch();
      const signedIn = { id: 'olive', name: 'Olive', role: 'organizer' };
      await route.fulfill({ response, json: { ...(await response.json()), signedIn } });
    });
    // The name of the current tab is bold, and this is the longest name.
    await page.goto(`${desk.origin}/registrations`);
    await expect(page.getByRole('link', { name: 'Access' })).toBeInViewport({ ratio: 1 });
    const links = await page.getByRole('navigation', { name: 'The desk' }).getByRole('link').all();
    const boxes = await Promise.all(links.map((link) => link.boundingBox()));
    expect(boxes).toHaveLength(11);
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(2);
    for (const box of boxes) {
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(24);
    }
    expect(await scrolledSideways(page)).toBe(false);
  });
});
