import type { Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { tabThrough } from '../../support/keyboard.ts';
import { largestDifference } from '../../support/pixels.ts';
import { expect, test } from '../../support/desk-fixtures.ts';

interface Tab {
  path: string;
  /** A text that shows that the tab is loaded. */
  ready: string;
  /** Opens a detail. */
  open?: (page: Page) => Promise<void>;
}

/**
 * All tabs of the desk, each with a detail if it has one. One test opens them one after the other in one page: a browser takes much longer to
 * compile the desk and axe for a new context than for the next tab.
 */
const tabs: Tab[] = [
  { path: '/', ready: '0 of 10 seats taken', open: (page) => page.getByText('The numbers').click() },
  { path: '/registrations', ready: '9 registrations', open: (page) => page.getByRole('button', { name: 'Ines Paz' }).click() },
  { path: '/retreat', ready: '0 of 10 seats taken', open: (page) => page.getByRole('button', { name: 'Invite: Ada Byron' }).click() },
  { path: '/cohort', ready: 'Nobody is invited and nobody has a seat' },
  { path: '/house', ready: 'Nobody has accepted yet.' },
  { path: '/deliveries', ready: '1 delivery parked, 0 on the way' },
  { path: '/funnel', ready: 'From a page to a seat' },
  { path: '/questions', ready: '3 founders registered, 3 questions' },
  {
    path: '/letters',
    ready: 'Nothing goes out until you send it.',
    open: (page) => page.getByRole('button', { name: 'Write a letter to them' }).click(),
  },
  // The preview of an email, because that of a page needs a process of Astro's development server. publish.spec.ts, which has one, checks
  // it.
  {
    path: '/pages?page=mail-waitlist',
    ready: 'Your draft has no changes',
    open: (page) => page.getByText('Dates, switches and other values').click(),
  },
];

async function expectLoaded(page: Page, { path, ready }: Tab) {
  await expect(page.getByText(ready)).toBeVisible();
  if (path.startsWith('/pages')) await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible();
}

async function expectNoOverflow(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 });
  // The preview of a page gets its new width with the next frame.
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  await expect.poll(fits, `${width} does not scroll sideways`).toBe(true);
}

/** Rules that depend on neither colors nor sizes run for the tab as it opens, for its open detail, and for the narrow layout. */
async function expectNoViolations(page: Page, { open }: Tab) {
  const expectNone = async (width: number, colorScheme: 'light' | 'dark', what: 'everything' | 'colors') => {
    await expectNoOverflow(page, width);
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, what), `${width} ${colorScheme}`).toEqual([]);
  };
  await expectNone(1440, 'light', 'everything');
  await open?.(page);
  await expectNone(1440, 'dark', open ? 'everything' : 'colors');
  for (const width of [768, 390]) await expectNoOverflow(page, width);
  await expectNone(320, 'light', 'everything');
}

async function expectTabOrder(page: Page) {
  const stops = await tabThrough(page);
  expect(stops.length).toBeGreaterThan(6);
  expect(stops.filter(({ backwards }) => backwards)).toEqual([]);
  // In a preview, texts can be focused whose lines overlap without covering each other.
  expect(stops.filter(({ covered, isFramed }) => covered && !isFramed)).toEqual([]);
  expect(stops[0]?.name).toBe('Skip to content');
}

test.use({ opensToday: false });
test('axe finds no violations in any tab of the desk, and Tab moves through each in document order, never covered', async ({
  page,
  desk,
}) => {
  // It takes as long as several tests.
  test.setTimeout(180_000);
  for (const tab of tabs)
    await test.step(tab.path, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(desk.origin + tab.path);
      await expectLoaded(page, tab);
      await expectTabOrder(page);
      await expectNoViolations(page, tab);
    });
});

test('the keyboard opens a tab of the desk with the focus in its content, and the focus ring of a field leaves its label free', async ({
  page,
  desk,
}) => {
  await test.step('opening a tab of the desk with the keyboard moves the focus to its content', async () => {
    await page.goto(desk.origin);
    await page.getByRole('link', { name: 'Deliveries' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page).toHaveTitle('Deliveries · The desk · Founder House');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deliveries');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
  });

  await test.step('a screen reader is told how many registrations or founders a search has found, and not how many there were before it', async () => {
    await page.addInitScript(() => {
      const said = ((globalThis as { said?: string[] }).said = [] as string[]);
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('[role=status]')) said.push(textContent);
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    const wasSaid = (text: string) => page.evaluate((wanted) => (globalThis as { said?: string[] }).said?.includes(wanted), text);
    const found = (text: string) => page.getByRole('status').filter({ hasText: text });
    await page.goto(`${desk.origin}/registrations`);
    await expect(found('9 registrations')).toHaveCount(1);
    await page.getByLabel('Search all answers').fill('Crumb');
    await expect(found('2 registrations found')).toHaveCount(1);
    expect(await wasSaid('9 registrations found')).toBe(false);
    await page.goto(`${desk.origin}/retreat`);
    await expect(page.getByRole('button', { name: 'Ada Byron', exact: true })).toBeVisible();
    await page.getByLabel('Find a founder').fill('Crumb');
    await expect(found('2 founders found')).toHaveCount(1);
    expect(await wasSaid('5 founders found')).toBe(false);
    await page.getByLabel('Find a founder').fill('Nobody of this name');
    await expect(found('0 founders found')).toHaveCount(1);
  });

  await test.step('the chosen one of several choices differs clearly from the others, in both color schemes', async () => {
    await page.goto(`${desk.origin}/deliveries`);
    await expect(page.getByRole('radio', { name: 'Parked' })).toBeChecked();
    const cornerOf = async (name: string) => {
      const { x, y } = (await page.getByRole('radio', { name }).boundingBox())!;
      return page.screenshot({ clip: { x: x + 4, y: y + 4, width: 3, height: 3 } });
    };
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // About a contrast of 3:1 with the ground of either scheme (WCAG 1.4.11).
      expect(await largestDifference(await cornerOf('Parked'), await cornerOf('All')), colorScheme).toBeGreaterThan(110);
    }
  });

  await test.step('the focus ring of a field leaves its label free', async () => {
    await page.getByRole('link', { name: 'Registrations' }).click();
    for (const label of ['Search all answers', 'System size']) {
      const field = page.getByLabel(label);
      await field.focus();
      const roomPx = await field.evaluate((element: HTMLElement) => {
        const { outlineOffset, outlineWidth } = getComputedStyle(element);
        // The label is one line above the field.
        const line = element.parentElement!;
        const lineBottom = line.getBoundingClientRect().bottom - element.offsetHeight - Number.parseFloat(getComputedStyle(line).rowGap);
        const ringTop = element.getBoundingClientRect().top - Number.parseFloat(outlineOffset) - Number.parseFloat(outlineWidth);
        return ringTop - lineBottom;
      });
      expect(roomPx, label).toBeGreaterThan(0);
    }
  });
});
