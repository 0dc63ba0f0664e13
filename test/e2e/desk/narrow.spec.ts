import type { Page } from '@playwright/test';
import type { RetreatBoard } from '../../../src/desk/server/routes/retreat.ts';
import { violations } from '../../support/axe.ts';
import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

const isCut = (element: Element) => element.scrollWidth > element.clientWidth;

/** The lines in which elements show their texts. */
const linesOf = (elements: Element[]) =>
  elements.map((element) => {
    const range = document.createRange();
    const lines = new Map<number, string>();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (let at = 0; at < node.textContent!.length; at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { bottom } = range.getBoundingClientRect();
        lines.set(bottom, (lines.get(bottom) ?? '') + range.toString().replace('\u00A0', ' '));
      }
    return [...lines.values()].map((line) => line.trim());
  });

test('registrations and the steps of a campaign are read without scrolling sideways on narrow screens', async ({ page, desk }) => {
  const widths = [360, 768];
  await page.goto(`${desk.origin}/registrations`);
  for (const width of widths)
    await test.step(`registrations ${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height: 800 });
      const grid = page.getByRole('grid', { name: 'Registrations' });
      const row = grid.getByRole('row', { name: /Ada Byron/u });
      await row.scrollIntoViewIfNeeded();
      for (const text of ['Ada Byron', 'Crumb & Co.', '11-25 Units', 'Waitlist', 'Confirmed'])
        await expect(row.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 });
      for (const heading of await grid.getByRole('columnheader').all()) await expect(heading).toBeInViewport({ ratio: 1 });
      expect(await grid.locator('..').evaluate(isCut)).toBe(false);
      expect(await violations(page)).toEqual([]);
      await grid.getByRole('button', { name: 'Hana Mori' }).focus();
      await page.keyboard.press('End');
      await expect(grid.getByRole('button', { name: 'Ada Byron' })).toBeFocused();
    });
  await page.getByRole('link', { name: 'Funnel' }).click();
  for (const width of widths)
    await test.step(`the steps of a campaign ${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height: 800 });
      const steps = page.getByRole('region', { name: 'The steps by campaign' });
      // Without a second campaign, a row for all would repeat it.
      await expect(steps.getByRole('rowheader')).toHaveText(['No campaign']);
      expect(await steps.evaluate(isCut)).toBe(false);
    });

  await test.step('registrations say which of several workshops and retreats they are for, without scrolling sideways', async () => {
    await page.route('**/api/registrations?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { rows: { formKind: string }[] };
      const rows = body.rows.map((row) => ({ ...row, formWhen: row.formKind === 'workshop' ? 'Sep 30, 10:30am' : 'Spring 2026' }));
      await route.fulfill({ response, json: { ...body, rows } });
    });
    await page.goto(`${desk.origin}/registrations`);
    for (const width of [1280, 1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const grid = page.getByRole('grid', { name: 'Registrations' });
      for (const [kind, when] of [
        ['Waitlist', 'Spring 2026'],
        ['Workshop', 'Sep 30, 10:30am'],
      ] as const) {
        const cell = grid.getByRole('gridcell', { name: `${kind}, ${when}` }).first();
        await cell.scrollIntoViewIfNeeded();
        await expect(cell).toBeInViewport({ ratio: 1 });
        expect(await cell.locator('bdi').evaluate(isCut)).toBe(false);
        const [lines] = await cell.evaluateAll(linesOf);
        expect([width, lines]).toEqual([width, width < 1280 ? [`${kind}, ${when}`] : [`${kind},`, when]]);
      }
      expect(await grid.locator('..').evaluate(isCut)).toBe(false);
    }
  });
});

/** How much of the ring around the focused element is cut off by a box that scrolls, in pixels. */
const cutOfRing = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as Element;
    const { outlineWidth, outlineOffset } = getComputedStyle(focused);
    const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const { left, right } = focused.getBoundingClientRect();
    let cut = 0;
    for (let box = focused.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).overflowX === 'visible') continue;
      const edge = box.getBoundingClientRect();
      cut = Math.max(cut, edge.left - left + reach, right + reach - edge.right);
    }
    return cut;
  });

test('groups, charts, dialogs and tables fit the screen, and nothing cuts off what is focused', async ({ page, desk }) => {
  await test.step('the groups of a letter stand below one another on a phone, and the steps to a seat are as wide as a large window', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${desk.origin}/letters`);
    const groups = page.getByRole('group', { name: 'To whom' }).getByRole('radio');
    await expect(groups).toHaveCount(4);
    const boxes = await Promise.all((await groups.all()).map((group) => group.boundingBox()));
    expect(new Set(boxes.map((box) => `${box?.x} ${box?.width}`)).size).toBe(1);
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(4);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${desk.origin}/funnel`);
    const [chart, table] = [page.getByRole('img', { name: /posted a form/u }), page.getByRole('region', { name: 'The steps by campaign' })];
    expect((await chart.boundingBox())?.width).toBe((await table.boundingBox())?.width);
  });

  await test.step('an email address among the recipients of a letter is broken only before its @, and only if it is longer than a line', async () => {
    const addresses = ['ada-byron@crumb-and-co.example', 'ada.augusta.byron.of.lovelace@the-crumb-and-company-bakeries.example'];
    await page.route('**/api/letters/*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { to: object[] };
      const to = addresses.map((email) => ({ name: 'Augusta Ada Byron', email }));
      await route.fulfill({ response, json: { ...body, to } });
    });
    await page.goto(`${desk.origin}/letters`);
    await page.getByRole('button', { name: 'Write a letter to them' }).click();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const recipients = page.getByRole('listitem').filter({ hasText: 'Augusta Ada Byron' });
      await expect(recipients).toHaveCount(2);
      const lines = await recipients.evaluateAll(linesOf);
      const [short, long] = addresses as [string, string];
      expect([width, ...lines]).toEqual([width, ['Augusta Ada Byron,', short], ['Augusta Ada Byron,', ...long.split(/(?=@)/u)]]);
    }
  });

  await test.step('the dialog of a founder with a long name is closed on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.route(/\/api\/registrations\/[^?]+$/u, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), name: 'Wolfeschlegelsteinhausenbergerdorff' } });
    });
    await page.goto(`${desk.origin}/registrations`);
    await page.getByRole('button', { name: 'Ada Byron' }).click();
    const dialog = page.getByRole('dialog', { name: /Wolfe/u });
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
  });

  await test.step('the ring of a focused field, value or button is not cut off by a box that scrolls', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${desk.origin}/pages?page=mail-waitlist`);
    await page.getByText('Dates, switches and other values').click();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('searchbox', { name: 'Find a value' })).toBeFocused();
    expect(await cutOfRing(page)).toBe(0);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('complementary').getByRole('listitem').first().getByRole('button')).toBeFocused();
    expect(await cutOfRing(page)).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').getByRole('textbox').focus();
    expect(await cutOfRing(page)).toBe(0);

    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${desk.origin}/deliveries`);
    await page.getByRole('button', { name: /^Retry: / }).focus();
    expect(await cutOfRing(page)).toBe(0);
  });

  await test.step('the longest system size stays in its card on the board of a tablet', async () => {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.route('**/api/retreat?*', async (route) => {
      const board = (await (await route.fetch()).json()) as RetreatBoard;
      await route.fulfill({
        json: { ...board, cards: board.cards.map((card) => Object.assign(card, { systemSize: 'Corporate Locations Only' })) },
      });
    });
    await page.goto(`${desk.origin}/retreat`);
    const lines = page.locator('[data-state=waiting]').getByRole('paragraph').filter({ hasText: 'Corporate Locations Only' });
    await expect(lines).toHaveCount(5);
    for (const line of await lines.all()) expect(await line.evaluate(isCut)).toBe(false);
  });

  await test.step('a long name without spaces leaves every column of the deliveries in view', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.route('**/api/deliveries?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { rows: { name: string }[] };
      for (const row of body.rows) row.name = 'W'.repeat(201);
      await route.fulfill({ response, json: body });
    });
    await page.goto(`${desk.origin}/deliveries`);
    await expect(page.getByRole('cell', { name: /W{201}/u }).first()).toBeVisible();
    expect(await page.getByRole('region', { name: 'Deliveries' }).evaluate(isCut)).toBe(false);
  });
});

test('the cohort is that of the chosen retreat, and a founder of it has the width of a phone and opens by name', async ({ page, desk }) => {
  const [founder] = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as [{ id: string; firstName: string }];
  await desk.organizer('retreat', 'invite', founder.id);
  await test.step('a founder of the cohort has the width of a phone, and the state beside the name', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${desk.origin}/cohort`);
    const place = page.getByRole('listitem').filter({ hasText: founder.firstName });
    const cell = page.getByRole('cell').filter({ has: place });
    await expect(place).toBeVisible();
    expect((await cell.boundingBox())?.width).toBeGreaterThan(300);
    expect(await cell.evaluate((element) => getComputedStyle(element, '::before').content)).toBe('"Invited"');
    expect(await violations(page)).toEqual([]);
  });

  await test.step('the name of a founder opens the dialog of that founder by keyboard, and has the focus again afterwards', async () => {
    const name = page.getByRole('button', { name: 'Ada Byron' });
    await name.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Ada Byron' })).toContainText('Crumb & Co.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(name).toBeFocused();
    await page.emulateMedia({ media: 'print' });
    await expect(name).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('the cohort is that of the chosen retreat, also of founders whose system size is no longer an option', async () => {
    await page.route('**/api/site', async (route) => {
      const response = await route.fetch();
      const facts = (await response.json()) as { retreats: object[] };
      const later = { ...facts.retreats[0], slug: 'fall-2090', season: 'Fall 2090' };
      await route.fulfill({ response, json: { ...facts, featuredRetreat: 'fall-2090', retreats: [...facts.retreats, later] } });
    });
    await page.route('**/api/retreat?retreat=fall-2090', async (route) => {
      const response = await route.fetch({ url: route.request().url().replace('fall-2090', 'spring-2026') });
      await route.fulfill({ response, json: { ...((await response.json()) as object), cards: [] } });
    });
    await page.route('**/api/retreat?retreat=spring-2026', async (route) => {
      const response = await route.fetch();
      const board = (await response.json()) as { cards: object[] };
      for (const card of board.cards) Object.assign(card, { systemSize: '1-9 Units' });
      await route.fulfill({ response, json: board });
    });
    await page.goto(`${desk.origin}/cohort`);
    await expect(page.getByText('Nobody is invited and nobody has a seat')).toBeVisible();
    await page.getByLabel('Retreat').selectOption('Spring 2026: The Founder House Retreat');
    await expect(page.getByRole('listitem').filter({ hasText: founder.firstName })).toBeVisible();
    const [count, menu] = await Promise.all(
      [page.getByText('Spring 2026: 1 founder accepted or invited'), page.getByLabel('Retreat')].map((each) => each.boundingBox()),
    );
    // The label is above the menu.
    expect(menu!.y - count!.y - count!.height).toBeGreaterThan(40);
  });
});
