import type { Page, Request } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { unlimited } from '../support/proof.ts';
import { violations } from '../support/axe.ts';
import { joinWaitlist, submit } from '../support/invitations.ts';
import { tabThrough } from '../support/keyboard.ts';

/** Expects a page without accessibility violations, script and horizontal scrolling. */
async function expectSound(page: Page) {
  expect(await violations(page)).toEqual([]);
  expect(await page.locator('script:not([type="application/ld+json"])').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** Presses the button with this name with the keyboard only. */
async function press(page: Page, name: string | RegExp) {
  const control = page.getByRole('button', { name, exact: true });
  await expect(control).toHaveCount(1);
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(control).toBeFocused();
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
}

const reply = (page: Page) => page.getByRole('region').filter({ has: page.locator('#reply-heading') });

test('the price and the dates of an invitation are each in one line at every width', async ({ page, site }) => {
  const founder = await joinWaitlist(site);
  await page.goto(await founder.invite());
  await test.step('the price on the ticket', async () => {
    const price = page.getByText(/^\$[\d,]+$/u);
    for (const width of [320, 768, 960, 1024, 1100, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const { height, lineHeight } = await price.evaluate((element) => ({
        height: element.getBoundingClientRect().height,
        lineHeight: parseFloat(getComputedStyle(element).lineHeight),
      }));
      expect(height, `at ${width} px`).toBeLessThan(lineHeight * 1.5);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  });

  await test.step('the dates, at any width of a phone', async () => {
    const dates = page.getByText(/^[A-Z][a-z]+ \d{1,2}(?:, \d{4})?$/u);
    // The deadline, check-in and check-out.
    await expect(dates).toHaveCount(3);
    await expect(page.locator('#next-steps')).toContainText('Check-in at 4:00 pm on October 20, 2025');
    for (let width = 320; width <= 440; width += 20) {
      await page.setViewportSize({ width, height: 740 });
      expect(await dates.evaluateAll((all) => all.map((date) => date.getClientRects().length))).toEqual([1, 1, 1]);
    }
  });
});

test.describe('by keyboard', () => {
  // axe runs script in the page, so this context allows script; the pages themselves contain none.
  test('an invited founder accepts, gives the seat back, and accepts again', async ({ page, site }) => {
    const founder = await joinWaitlist(site, { inf_field_FirstName: 'Wilhelmina' });
    await page.goto(await founder.invite('--note', 'Come and ask them.\nThere is a chair for you.'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wilhelmina, there is a seat for you');
    await expect(page.getByText('There is a chair for you.')).toBeVisible();
    await expectSound(page);
    const stops = await tabThrough(page);
    expect(stops.map(({ name }) => name)).toEqual(expect.arrayContaining(['Yes, I’ll be there', 'No, I can’t come', 'Not this time']));
    expect(stops.filter(({ covered, indicator }) => covered || indicator.width < 2 || indicator.contrast < 3)).toEqual([]);

    await press(page, 'Yes, I’ll be there');
    await expect(reply(page).getByRole('heading')).toHaveText('The seat is yours');
    await expect(reply(page)).toBeInViewport();
    await expect(page).toHaveTitle(/^The seat is yours/u);
    await expectSound(page);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Add it to your calendar' }).click();
    expect((await download).url()).toMatch(/\?calendar$/u);

    await press(page, 'No, I can’t come');
    await expect(reply(page).getByRole('heading', { level: 1 })).toHaveText('You’ve given up your seat');
    await expect(page.getByText('there is a seat for you')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectSound(page);
    await press(page, 'Yes, I’ll be there');
    await expect(reply(page).getByRole('heading')).toHaveText('The seat is yours');
  });

  test('a founder corrects details, offers to come at short notice, and leaves the waitlist', async ({ page, site }) => {
    const founder = await joinWaitlist(site);
    await page.goto(await founder.linkFrom(/./u, 'status'));
    await expectSound(page);
    await page.getByRole('checkbox').press('Space');
    await press(page, 'Save');
    await expect(page.getByRole('status')).toContainText('Saved');
    await expect(page).toHaveTitle(/^Saved\. .*You’re on the waitlist/u);
    await expect(page.getByRole('checkbox')).toBeChecked();
    await page.getByLabel('First name').fill(' ');
    await press(page, 'Save changes');
    await expect(page.getByRole('alert')).toContainText('Enter your first name');
    await expect(page.getByRole('alert')).toBeFocused();
    await expectSound(page);
    await page.getByLabel('First name').fill('Otti');
    await press(page, 'Save changes');
    await expect(page.getByLabel('First name')).toHaveValue('Otti');
    await page.locator('summary').press('Enter');
    await expectSound(page);
    await press(page, 'Yes, take my name off the list');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’ve left the list');
    await expect(page.getByRole('link', { name: /^Join/u })).toHaveAttribute('href', '/#waitlist-form');
    await expectSound(page);
  });

  test('the lost-link form and the pages of unknown links work', async ({ page, site }) => {
    await page.goto('/status/lost');
    await expectSound(page);
    await page.getByLabel('Email').fill('nobody@example.com');
    await press(page, 'Send me my link');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
    await expectSound(page);
    for (const path of ['/invitation/', '/status/']) {
      const response = await page.goto(`${site.url}${path}${'a'.repeat(43)}`);
      expect(response?.status()).toBe(404);
      await expectSound(page);
    }
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('either button of the status page saves all changes made there', async ({ page, site }) => {
    const founder = await joinWaitlist(site);
    await page.goto(await founder.linkFrom(/./u, 'status'));
    const changes = [
      ['Save changes', '(512) 555-0199', true],
      ['Save', '(512) 555-0177', false],
    ] as const;
    for (const [button, phone, ticked] of changes) {
      await page.getByRole('checkbox').setChecked(ticked);
      await page.getByLabel('Phone').fill(phone);
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByRole('status')).toContainText('Saved');
      await expect(page.getByLabel('Phone')).toHaveValue(phone);
      await expect(page.getByRole('checkbox')).toBeChecked({ checked: ticked });
    }
    await page.getByRole('checkbox').check();
    await page.getByLabel('First name').fill(' ');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('alert')).toContainText('Enter your first name');
    await expect(page.getByRole('checkbox')).toBeChecked();
  });

  test('the eleventh founder who accepts is next, and is offered the next free seat', async ({ page, startOwn }) => {
    test.setTimeout(240_000);
    // A separate site: founders whom another test invited would be offered the seat first.
    const site = await startOwn(unlimited);
    const all = [];
    for (let number = 0; number < 11; number += 1) all.push(await joinWaitlist(site));
    const links: string[] = [];
    for (const founder of all) links.push(await founder.invite());
    for (const link of links.slice(0, 10)) await submit(link, { answer: 'accept' });
    await page.goto(links[10]!);
    await page.getByRole('button', { name: 'Yes, I’ll be there' }).click();
    await expect(reply(page).getByRole('heading')).toHaveText('You’re at the top of the waitlist');
    await expect(page.getByText('You’re at the top of the waitlist now.')).toBeVisible();
    const last = all[10]!;
    await page.goto(await last.linkFrom(/./u, 'status'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re at the top of the waitlist');

    const states = await Promise.all(all.map((founder) => founder.state()));
    const holder = links[states.indexOf('accepted')]!;
    await page.goto(holder);
    await page.getByRole('button', { name: 'No, I can’t come' }).click();
    await expect(reply(page).getByRole('heading')).toHaveText('You’ve given up your seat');
    await page.goto(await last.linkFrom(/a seat has opened up/iu, 'invitation'));
    await page.getByRole('button', { name: 'Yes, I’ll be there' }).click();
    await expect(reply(page).getByRole('heading')).toHaveText('The seat is yours');
  });
});

test('no Referer contains a token, and nothing shifts or overflows on a narrow phone', async ({ page, site }) => {
  const founder = await joinWaitlist(site, { inf_field_FirstName: 'Zoé-Bartholomea-Wilhelmina-Alexandrina' });
  const [invitation, status] = [await founder.invite('--note', 'https://example.com/'.repeat(9)), await founder.linkFrom(/./u, 'status')];
  const requestHeaders: Promise<Record<string, string>>[] = [];
  const record = (request: Request) => void requestHeaders.push(request.allHeaders());
  page.on('request', record);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const address of [invitation, status]) {
    await page.goto(address, { waitUntil: 'networkidle' });
    await expectSound(page);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')]
        .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.height > 0 && (box.height < 24 || box.width < 24))
        .map(({ name }) => name),
    );
    expect(small.filter((name) => !name?.includes('@'))).toEqual([]);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
          }).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
        }),
    );
    expect(shift).toBeLessThan(0.01);
    await page
      .getByRole('link', { name: /Founder House|Back to the home page/u })
      .first()
      .click();
    await page.waitForURL('/');
  }
  // Headers of later requests could arrive after the end of the test.
  page.off('request', record);
  // A request that the cache answered was not sent, so it has no Referer.
  const referers = (await Promise.all(requestHeaders)).flatMap((headers) => headers['referer'] || []);
  expect(referers.length).toBeGreaterThan(0);
  for (const referer of referers) expect(new URL(referer).pathname).toMatch(/^\/(?:_astro\/fold\.\w+\.css)?$/u);
});
